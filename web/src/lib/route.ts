// Addresses: everything after the #, so that tokens are never sent to a server as part of a page's address.
export type Route = { page: 'lobby' } | { page: 'game'; id: string; token: string | null } | { page: 'aids'; id: string };

export function readRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const found = /^\/games\/([^/]+)(\/aids)?\/?$/.exec(path);
  if (!found) return { page: 'lobby' };
  const id = decodeURIComponent(found[1]);
  return found[2] ? { page: 'aids', id } : { page: 'game', id, token: new URLSearchParams(query).get('token') };
}

export const gameAddress = (id: string): string => `#/games/${encodeURIComponent(id)}`;
/** Tables, turn record, order of battle and victory of a game, on a page to print. */
export const aidsAddress = (id: string): string => `${gameAddress(id)}/aids`;
export const rulesAddress = (slug: string): string => `#/rules/${slug}`;
export const briefingAddress = (slug: string, scenario: string): string => `#/briefing/${slug}/${scenario}`;
/** The guided first game of a title. */
export const lessonAddress = (slug: string): string => `#/learn/${slug}`;
