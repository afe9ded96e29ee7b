// Calls to the server. Every failure becomes a `Failure` with a status and a reason that a person can read.
import type { Advice, Aids, Preview, Board, Book, Briefing, Code, Created, Dice, Entry, Film, Forecast, Group, Kept, Lesson, Moved, Network, NewGame, Overlay, Picture, PlayerInfo, Refused, Report, Seat, Settled, Snapshot, Summary, TitleInfo, Walks, Why, Wish } from './types';

export class Failure extends Error {
  constructor(
    readonly status: number,
    reason: string,
    readonly rule = '',
    readonly code: Code | '' = '', // none: the server was not reached, or somebody else has answered
  ) {
    super(reason);
  }
}

/** The network is away: nothing was refused, it may be tried again. */
/** What went wrong, for a person to read. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
export const isOffline = (error: unknown): boolean => error instanceof Failure && error.status === 0;

type Query = Record<string, string | number | readonly string[] | undefined | null>;

const PATIENCE = 15_000; // a network can fall silent without a word
const READING = 90_000; // a long record, or odds by trials, take the server their time

const SOON = 10_000; // what was asked ahead and is not wanted by then has become old
const early = new Map<string, Promise<unknown>>();
let ahead = false;

/** What is asked for here is kept for whoever asks for it next. */
export function askAhead(asking: () => Promise<unknown>[]): void {
  ahead = true;
  for (const asked of asking()) asked.catch(() => undefined); // whoever wants it hears of the failure
  ahead = false;
  setTimeout(forgetAhead, SOON);
}

/** What was asked ahead and not wanted: the next to ask for it hears how it is then. */
export const forgetAhead = (): void => early.clear();

function call<T>(method: string, path: string, query: Query = {}, body?: unknown, patience = PATIENCE): Promise<T> {
  const known = Object.entries(query).flatMap(([k, v]) => (Array.isArray(v) ? (v as string[]).map(one => [k, one]) : v === undefined || v === null || v === '' ? [] : [[k, String(v)]]));
  const address = `/api/${path}${known.length ? `?${new URLSearchParams(known).toString()}` : ''}`;
  const kept = method === 'GET' ? early.get(address) : undefined;
  if (kept) {
    early.delete(address);
    return kept as Promise<T>;
  }
  const asked = send<T>(method, address, body, patience);
  if (ahead) early.set(address, asked);
  return asked;
}

async function send<T>(method: string, address: string, body: unknown, patience: number): Promise<T> {
  let answer: Response;
  let content: string;
  try {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    answer = await fetch(address, { method, body: text, headers: body === undefined ? {} : { 'content-type': 'application/json' }, signal: AbortSignal.timeout(patience) });
    content = await answer.text();
  } catch {
    throw new Failure(0, 'the server cannot be reached: if it was ended, start it again, and nothing is lost');
  }
  if (answer.status === 204) return undefined as T;
  if (!answer.ok) throw failure(answer.status, content);
  return (answer.headers.get('content-type') ?? '').includes('json') ? (JSON.parse(content) as T) : (content as T);
}

function failure(status: number, content: string): Failure {
  try {
    const said = JSON.parse(content) as Partial<Refused>;
    return new Failure(status, said.text || said.reason || `the server answered ${status}`, said.rule ?? '', said.code ?? '');
  } catch {
    return new Failure(status, `the server answered ${status}`);
  }
}

const newKey = (): string => crypto.randomUUID();
const game = (id: string, rest = ''): string => `games/${encodeURIComponent(id)}${rest}`;

export const api = {
  titles: () => call<TitleInfo[]>('GET', 'titles'),
  players: () => call<PlayerInfo[]>('GET', 'players'),
  board: (slug: string) => call<Board>('GET', `titles/${slug}/board`),
  book: (slug: string) => call<Book>('GET', `titles/${slug}/book`),
  diagram: (slug: string, name: string) => call<Picture>('GET', `titles/${slug}/book/${encodeURIComponent(name)}`),
  briefing: (slug: string, scenario: string) => call<Briefing>('GET', `titles/${slug}/briefings/${encodeURIComponent(scenario)}`),
  lesson: (slug: string) => call<Lesson>('GET', `titles/${slug}/lesson`),
  teach: (slug: string) => call<Created>('POST', 'lessons', {}, { title: slug }),
  bids: (slug: string, setting: string, bids: [number, number]) => call<Settled>('POST', `titles/${slug}/bids`, {}, { setting, bids }),
  network: () => call<Network>('GET', 'network'),
  games: (from: number, limit: number) => call<Summary[]>('GET', 'games', { from, limit }),
  create: (body: NewGame) => call<Created>('POST', 'games', {}, body),
  remove: (id: string) => call<void>('DELETE', game(id)),
  lookInto: (record: string) => call<Kept>('POST', 'records', {}, record, READING),
  importRecord: (record: string, seats: [Seat, Seat] | null = null) => call<Created>('POST', 'games/import', { seats: seats && JSON.stringify(seats) }, record, READING),
  record: (id: string, token: string | null, form: 'json' | 'text') => call<unknown>('GET', game(id, '/record'), { token, form }),
  gameBoard: (id: string, token: string | null) => call<Board>('GET', game(id, '/board'), { token }),
  snapshot: (id: string, token: string | null) => call<Snapshot>('GET', game(id), { token }),
  at: (id: string, token: string | null, ply: number) => call<Snapshot>('GET', game(id, `/at/${ply}`), { token }),
  log: (id: string, token: string | null, from: number) => call<Entry[]>('GET', game(id, '/log'), { token, from }),
  film: (id: string, token: string | null, from: number, to: number) => call<Film>('GET', game(id, '/film'), { token, from, to }),
  say: (id: string, token: string, ply: number, text: string[], key = newKey()) => call<Moved>('POST', game(id, '/say'), {}, { token, ply, key, text }),
  undo: (id: string, token: string, ply: number, to: number, key = newKey()) => call<Moved>('POST', game(id, '/undo'), {}, { token, ply, key, to }),
  why: (id: string, token: string, ply: number, text: string[]) => call<Why>('GET', game(id, '/why'), { token, ply, text }),
  forecast: (id: string, token: string, ply: number, text: string[], given: Record<string, string> = {}) => call<Preview>('GET', game(id, '/forecast'), { token, ply, text, given: JSON.stringify(given) }, undefined, READING),
  group: (id: string, token: string, ply: number, piece: string[]) => call<Group>('GET', game(id, '/group'), { token, ply, piece }),
  resign: (id: string, token: string, accept: boolean) => call<Snapshot>('POST', game(id, '/resign'), {}, { token, accept }),
  stand: (id: string, token: string, wishes: Wish[]) => call<Snapshot>('POST', game(id, '/standing'), {}, { token, wishes }),
  advice: (id: string, token: string, ply: number) => call<Advice>('GET', game(id, '/advice'), { token, ply }, undefined, READING),
  outlook: (id: string, token: string | null, ply: number, given: Record<string, string>) => call<Forecast[]>('GET', game(id, '/outlook'), { token, ply, given: JSON.stringify(given) }, undefined, READING),
  walks: (id: string, token: string, ply: number) => call<Walks>('GET', game(id, '/walks'), { token, ply }),
  overlay: (id: string, token: string | null, ply: number, layer: string, piece: string) => call<Overlay>('GET', game(id, `/overlay/${layer}`), { token, ply, piece }),
  aids: (id: string, token: string | null) => call<Aids>('GET', game(id, '/aids'), { token }),
  dice: (id: string, token: string | null) => call<Dice>('GET', game(id, '/dice'), { token }),
  report: (id: string, token: string | null) => call<Report>('GET', game(id, '/report'), { token }),
};
