import { askEarly } from './lib/early';

askEarly(location.hash);
void import('./start');
