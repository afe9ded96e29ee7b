// What a game needs is asked for while the rest of the page is still read.
import { api, askAhead } from './api';
import { wakeDrawing } from './drawing';
import { fetchEarly } from './map/pictures';
import { readRoute } from './route';
import { readSeats } from './seats';

/** Of a game that is opened by its address. */
export function askEarly(hash: string): void {
  const route = readRoute(hash);
  if (route.page !== 'game') return;
  const [allied, axis] = readSeats(route.id);
  const token = route.token ?? allied ?? axis;
  const other = !route.token && allied ? axis : null; // at one screen: either may be to decide
  askAhead(() => [
    api.snapshot(route.id, token),
    api.titles(),
    api.gameBoard(route.id, token).then(fetchEarly),
    ...(other ? [api.snapshot(route.id, other)] : []),
  ]);
  wakeDrawing();
}
