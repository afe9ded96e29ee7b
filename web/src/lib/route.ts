// Addresses: everything after the #, so that tokens are never sent to a server as part of a page's address.
export type Route = { page: 'lobby' } | { page: 'game'; id: string; token: string | null };

export function readRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const found = /^\/games\/([^/]+)\/?$/.exec(path);
  return found ? { page: 'game', id: decodeURIComponent(found[1]), token: new URLSearchParams(query).get('token') } : { page: 'lobby' };
}

export const gameAddress = (id: string): string => `#/games/${encodeURIComponent(id)}`;
