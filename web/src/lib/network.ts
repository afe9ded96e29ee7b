// Where a friend finds this server: links are relative, and the owner's own address may be one that only his machine knows.
import type { Network } from './types';

const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const BARE = /^[^.:]+$/; // the name of a machine, which others on its network need not know

export interface Invitation {
  address: string; // what to send
  works: boolean; // from the friend's machine, as the server runs now
}

/** A link as a friend needs it, from an address of the page and what the server knows of its network. */
export function invitation(link: string, page: URL, network: Network | null): Invitation {
  const here = HERE.test(page.hostname);
  const own = here || (BARE.test(page.hostname) && network?.open);
  const base = own && network?.addresses.length ? network.addresses[0] : page.origin;
  return { address: new URL(link, `${base}/`).href, works: !here || !!(network?.open && network.addresses.length) };
}

/** Puts a text where it can be pasted from. Off this machine a page without TLS has no clipboard: there it is chosen in a field and copied as by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand?.('copy') ?? false;
    field.remove();
    return done;
  }
}
