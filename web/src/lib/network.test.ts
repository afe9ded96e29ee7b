import { expect, test, vi } from 'vitest';
import { copyText, invitation } from './network';

const LINK = '/#/games/abc?token=t';
const LAN = { open: true, addresses: ['http://192.168.1.5:8787'], command: '' };

test('a friend gets the address of the network, not one that only this machine knows', () => {
  expect(invitation(LINK, new URL('http://127.0.0.1:8787/#/'), LAN)).toEqual({ address: 'http://192.168.1.5:8787/#/games/abc?token=t', works: true });
});
test('a server that answers this machine alone says so, with the address that it would have', () => {
  expect(invitation(LINK, new URL('http://localhost:8787/'), { ...LAN, open: false })).toEqual({ address: 'http://192.168.1.5:8787/#/games/abc?token=t', works: false });
  expect(invitation(LINK, new URL('http://localhost:8787/'), null)).toEqual({ address: 'http://localhost:8787/#/games/abc?token=t', works: false });
});
test('the bare name of a machine is no address for a friend, if the server knows a better one', () => {
  expect(invitation(LINK, new URL('http://desk:8787/'), LAN)).toEqual({ address: 'http://192.168.1.5:8787/#/games/abc?token=t', works: true });
  expect(invitation(LINK, new URL('http://desk/'), { ...LAN, open: false })).toEqual({ address: 'http://desk/#/games/abc?token=t', works: true });
});
test('who came by another name than the machine\'s own sends that name on', () => {
  expect(invitation(LINK, new URL('https://games.example.org/'), { ...LAN, open: false })).toEqual({ address: 'https://games.example.org/#/games/abc?token=t', works: true });
});
test('a page without a clipboard copies as by hand, and does not claim what it could not do', async () => {
  vi.stubGlobal('navigator', {});
  let chosen = '';
  document.execCommand = vi.fn(() => ((chosen = (document.querySelector('textarea') as HTMLTextAreaElement).value), true));
  expect(await copyText('http://desk/')).toBe(true);
  expect(chosen).toBe('http://desk/');
  document.execCommand = vi.fn(() => false);
  expect(await copyText('http://desk/')).toBe(false);
  expect(document.querySelector('textarea')).toBeNull();
  vi.unstubAllGlobals();
});
