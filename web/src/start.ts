import '@fontsource/barlow-condensed/latin-500.css';
import '@fontsource/barlow-condensed/latin-600.css';
import '@fontsource/barlow-condensed/latin-700.css';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepPresses } from './lib/press';
import './app.css';

keepPresses();
mount(App, { target: document.getElementById('app')! });
