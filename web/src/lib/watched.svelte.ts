// One game as it is watched: what the server said, who sits where, the log, and all that is looked back at. What a person does in it
// is in `game.svelte.ts`.
import { api, Failure, forgetAhead, isOffline, reasonOf } from './api';
import { Live, liveAddress } from './live';
import { buildModel, type Model } from './map/model';
import { fetchEarly } from './map/pictures';
import { lastTurnOf } from './play/cards';
import { attackerOf, battleOf, decidedAfter } from './play/decided';
import { Player } from './play/player.svelte';
import { keepSeats, readSeats } from './seats';
import type { Battle, Board, Entry, Film, Move, Piece, Prompt, Snapshot, TitleInfo, View } from './types';

export interface Notice {
  text: string;
  rule: string;
  tone: 'refused' | 'info' | 'error';
}

export interface Fought {
  battle: Battle | null; // none: it was decided before anybody was asked
  from: number; // the ply at which it began
  apart?: boolean; // another goes on already, of which the odds are
}

const RECENT = 240; // plies of which the log knows at first who went where

/** The same moment for the same viewer: at most what was answered or offered in advance is another. */
const isSame = (a: Snapshot, b: Snapshot): boolean => a.seq === b.seq && a.ply === b.ply && a.viewer === b.viewer && a.prompt?.yours === b.prompt?.yours && !!a.over === !!b.over && a.frozen === b.frozen;
/** Whether it is the same battle, a round later perhaps. */
const isSameFight = (a: Battle, b: Battle): boolean => a.which === b.which && (a.places ?? []).join() === (b.places ?? []).join();

/** The pictures of a board set out as soon as it is known. */
const coming = (board: Board): Board => (fetchEarly(board), board);

export class Watched {
  readonly id: string;
  board = $state.raw<Board | null>(null);
  model = $state.raw<Model | null>(null);
  title = $state.raw<TitleInfo | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  log = $state.raw<Entry[]>([]);
  moves = $state.raw<Move[]>([]); // who went where, as far as that is known
  movesFrom = $state(Infinity); // from this ply on
  past = $state.raw<Snapshot | null>(null); // an earlier moment that is being looked at
  fought = $state.raw<Fought | null>(null); // the battle that has just ended
  read = $state(-1); // up to this ply what was decided has been read
  battleFrom = $state(0); // the ply at which the battle in sight, or the last one, began
  notice = $state.raw<Notice | null>(null);
  private unreached: Notice | null = null; // what was said of a server that is away
  online = $state(true);
  thinking = $state(-1);
  curtain = $state(-1); // the side that has to take the chair
  lost = $state(''); // why the game cannot be shown
  said = $state(''); // for the live region
  mine = $state.raw<[string | null, string | null]>([null, null]);

  readonly film = new Player({
    ply: () => this.ply,
    kind: () => this.model?.kind ?? 'hex',
    settled: () => !!this.snapshot?.over || !!this.snapshot?.frozen || this.snapshot?.prompt?.side === this.viewer,
    patient: () => this.snapshot?.seats[this.snapshot.prompt?.side ?? 0]?.kind === 'computer',
    fighting: () => !!this.snapshot?.view.battle && this.snapshot.prompt?.side === this.viewer,
    moment: ply => this.moment(ply),
    reel: (from, to) => this.reel(from, to),
    show: moment => {
      this.look(moment);
      if (!moment) this.putAside();
    },
    side: piece => this.sides.get(piece),
    attacker: scene => attackerOf(scene, this.log),
  });

  protected seated = $state(true); // false while a chair is being taken
  private sought = $state<number | null>(null); // the moment that is being fetched
  protected token: string | null = null;
  protected sitting: Promise<void> = Promise.resolve(); // the chair of the other side is being taken
  private live: Live | null = null;
  private movesTo = 0;
  private learning = 0;
  private moments = new Map<string, Snapshot>();

  readonly view: View | null = $derived((this.past ?? this.snapshot)?.view ?? null);
  readonly prompt: Prompt | null = $derived(this.past ? null : (this.snapshot?.prompt ?? null));
  readonly pieces: Map<string, Piece> = $derived(new Map((this.view?.pieces ?? []).map(p => [p.id, p])));
  /** Whose each piece is, also of those that are gone. */
  readonly sides: Map<string, number> = $derived(new Map([...this.moves, ...(this.snapshot?.view.pieces ?? []).map(p => ({ piece: p.id, side: p.side }))].map(m => [m.piece, m.side])));
  readonly viewer = $derived(this.snapshot?.viewer ?? -1);
  readonly ply = $derived(this.snapshot?.ply ?? 0);
  readonly shownPly = $derived(this.sought ?? this.past?.ply ?? this.ply);
  readonly hotSeat = $derived(!!this.mine[0] && !!this.mine[1]);

  constructor(id: string) {
    this.id = id;
  }

  // What who plays does when there is news

  /** Comes by the live connection. */
  protected news(next: Snapshot): void {
    this.receive(next);
  }
  protected arrived(_before: Snapshot | null, _next: Snapshot): void {}
  /** The game as it is now has come into sight again. */
  protected present(): void {}
  protected letGo(): void {}

  // The chair

  /** Finds out which seats this browser holds and connects. */
  async open(token: string | null): Promise<void> {
    try {
      this.mine = readSeats(this.id);
      const shown = token ?? this.mine[0] ?? this.mine[1];
      const [first, titles, board] = await Promise.all([this.firstLook(shown, token), api.titles(), api.gameBoard(this.id, shown).then(coming)]);
      forgetAhead();
      this.title = titles.find(t => t.slug === first.title) ?? null;
      this.board = board;
      this.model = buildModel(board);
      await this.sit(first.viewer, first);
    } catch (error) {
      this.lost = reasonOf(error);
    }
  }

  /** The game from the chair of the side that is to decide, if this browser holds it. */
  private async firstLook(shown: string | null, token: string | null): Promise<Snapshot> {
    const first = await api.snapshot(this.id, shown);
    if (token && first.viewer >= 0) this.mine = keepSeats(this.id, first.viewer === 0 ? [token, null] : [null, token]);
    const turn = first.prompt?.side ?? -1;
    return turn >= 0 && turn !== first.viewer && this.mine[turn] ? await api.snapshot(this.id, this.mine[turn]) : first;
  }

  close(): void {
    clearTimeout(this.learning);
    this.live?.close();
  }

  /** Takes the chair of a side (-1: among the spectators); with what is seen from there, when one comes. */
  private async sit(side: number, first?: Snapshot): Promise<void> {
    this.live?.close();
    const token = side >= 0 ? this.mine[side] : null;
    this.token = token;
    const anew = !!first || !!this.title?.hidden;
    if (anew) [this.log, this.moves, this.movesFrom] = [[], [], Infinity];
    this.film.stop();
    this.moments.clear();
    this.receive(first ?? (await api.snapshot(this.id, token)));
    if (anew) this.log = await api.log(this.id, token, 0);
    if (token !== this.token) return; // somebody else has sat down meanwhile
    this.live = new Live(liveAddress(this.id, token), {
      snapshot: s => this.news(s),
      thinking: n => (this.thinking = n),
      online: is => this.connected(is),
      gone: reason => (this.lost = reason),
    });
  }

  private connected(is: boolean): void {
    const back = is && !this.online;
    this.online = is;
    if (back && this.notice && this.notice === this.unreached) this.notice = null; // it is there again
    if (back) void this.refresh(); // a first connection begins with the game as it is
  }

  /** Hot-seat: the other player is to decide. A curtain falls where the sides hide things from each other. */
  private changeChairs(side: number): void {
    if (this.title?.hidden) this.curtain = side;
    else this.takeChair(side);
  }

  private takeChair(side: number): void {
    this.seated = false;
    const sitting: Promise<void> = this.sit(side)
      .catch(error => this.tell(error))
      .finally(() => this.sitting === sitting && (this.seated = true));
    this.sitting = sitting;
  }

  async raiseCurtain(): Promise<void> {
    const side = this.curtain;
    this.takeChair(side);
    await this.sitting;
    if (this.viewer === side) this.curtain = -1;
  }

  // News

  /** A newer (or, after an undo, an older) state of the game; what was told since, if that is known. */
  protected receive(next: Snapshot, told?: Entry[], whatever = false): void {
    const before = this.snapshot;
    if (before && next.seq < before.seq && !whatever) return; // it was overtaken on its way
    this.thinking = -1;
    if (before && isSame(before, next)) return this.amend(before, next);
    const others = !told && !!before && before.viewer === next.viewer && next.ply > before.ply && !this.hotSeat;
    if (others && !this.past && this.film.pace !== 'none' && this.film.mode !== 'since') this.past = before; // it is shown as it happened
    const from = others ? this.unseen(before) : 0;
    this.snapshot = next;
    this.followBattle(before, next, told ?? next.last ?? []);
    if (before && (before.viewer === next.viewer || !this.title?.hidden)) this.takeLog(before.ply, next, told);
    if (next.ply < (before?.ply ?? 0)) this.forget(next.ply);
    if (others && (this.past === before || this.film.on)) this.film.follow(from);
    this.learnSoon();
    this.announce(next);
    this.arrived(before, next);
    const side = next.prompt?.side ?? -1;
    if (next.prompt && !next.prompt.yours && side >= 0 && this.mine[side] && side !== next.viewer) this.changeChairs(side);
  }

  /** Where a film of the others begins: with the dice of one's own last decision, if they have just decided a battle, also one
   * after which answers were given in advance. */
  private unseen(before: Snapshot): number {
    const thrown = this.log.findLast(e => e.role === 'decides')?.ply ?? -1;
    const unread = this.fought ? thrown > Math.max(this.fought.from, this.film.seen) : !!before.view.battle && thrown === before.ply;
    return unread ? thrown - 1 : before.ply;
  }

  /** The position is the one that is shown: what is chosen stays chosen. */
  private amend(before: Snapshot, next: Snapshot): void {
    const { standing, offered, seats } = next;
    if (JSON.stringify([standing, offered, seats]) !== JSON.stringify([before.standing, before.offered, before.seats])) this.snapshot = { ...before, standing, offered, seats };
  }

  /** How a battle ended is shown until its viewer does the next thing; who sits down meanwhile is shown it, too, as far as he may see. */
  private followBattle(before: Snapshot | null, next: Snapshot, told: readonly Entry[]): void {
    if (before && before.viewer !== next.viewer && before.ply === next.ply) {
      if (this.fought && this.title?.hidden) this.fought = { ...this.fought, battle: null };
      return;
    }
    const same = before?.viewer === next.viewer ? before : null;
    const was = same && next.ply > same.ply ? same.view.battle : null;
    if (was && next.view.battle && !isSameFight(was, next.view.battle)) {
      this.fought = { battle: was, from: this.battleFrom, apart: true }; // the next has begun: it comes when this one was seen
      this.battleFrom = next.ply;
    } else if (next.view.battle) {
      const another = !was && !!same && next.ply > same.ply && told.some(e => e.news && battleOf(e) !== battleOf(told.at(-1)!)); // in the air, before this one
      if (!was) this.battleFrom = another ? next.ply : next.ply - 1;
      this.fought = another ? { battle: null, from: same.ply, apart: true } : null;
    } else if (was) {
      const decided = decidedAfter([...this.log, ...told], this.battleFrom);
      const known = !!decided && decided.ply <= Math.max(this.read, this.film.seen); // while losses were still taken
      this.fought = known ? null : { battle: was, from: this.battleFrom };
    } else if (same && next.ply > same.ply && told.some(e => e.news)) {
      this.battleFrom = same.ply;
      this.fought = { battle: null, from: same.ply };
    } else if (!same) this.fought = null;
  }

  /** A battle whose end a film has shown is over for the table, too. */
  private putAside(): void {
    const decided = this.fought && decidedAfter(this.log, this.fought.from);
    if (decided && decided.ply <= this.film.seen) this.fought = null;
  }

  private takeLog(from: number, next: Snapshot, told?: Entry[]): void {
    if (told) this.log = [...this.log.filter(e => e.ply <= Math.min(from, next.ply)), ...told];
    else if (next.ply <= from) this.log = this.log.filter(e => e.ply <= next.ply);
    else if (next.ply === from + 1 && next.last) this.log = [...this.log.filter(e => e.ply < next.ply), ...next.last];
    else void api.log(this.id, this.token, from + 1).then(more => (this.log = [...this.log.filter(e => e.ply <= from), ...more]), () => undefined);
  }

  private announce(next: Snapshot): void {
    const done = (next.last ?? []).map(e => e.words.map(w => w.text).join('')).join('. ');
    const asked = next.over ? `The game is over: ${next.over.level}` : next.prompt?.yours ? next.prompt.text : next.prompt ? `${next.view.sides[next.prompt.side]?.name ?? ''} decides` : '';
    this.said = [done, asked].filter(Boolean).join('. ');
  }

  /** The game as the server has it, whatever was seen before; unless something newer comes while it is asked. */
  protected async refresh(): Promise<void> {
    const [token, seq] = [this.token, this.snapshot?.seq];
    try {
      const next = await api.snapshot(this.id, token);
      if (token === this.token) this.receive(next, undefined, this.snapshot?.seq === seq);
    } catch (error) {
      if (!isOffline(error)) this.tell(error);
    }
  }

  tell(error: unknown): void {
    const failure = error instanceof Failure ? error : new Failure(0, String(error));
    this.notice = { text: failure.message, rule: failure.rule, tone: failure.rule ? 'refused' : 'error' };
    this.said = failure.message;
    this.unreached = isOffline(error) ? this.notice : null;
  }

  // Who went where

  private forget(after: number): void {
    this.moments.clear();
    this.film.stop();
    this.moves = this.moves.filter(m => m.ply <= after);
    this.movesTo = Math.min(this.movesTo, after);
  }

  /** Who went where lately, for the log. */
  private learnSoon(): void {
    clearTimeout(this.learning);
    this.learning = window.setTimeout(() => void this.learn(Math.max(0, this.ply - RECENT)).catch(() => undefined), 120);
  }

  /** Finds out who went where since a ply, as far as it is not known. */
  async learn(since: number): Promise<void> {
    const [known, to] = [this.movesFrom, this.movesTo];
    const missing: [number, number][] = known > this.ply ? [[since, this.ply]] : [[since, Math.max(since, known)], [to, this.ply]];
    for (const [first, last] of missing) {
      const found: Move[] = [];
      let from = first;
      while (from < last) {
        const { token } = this;
        const film = await api.film(this.id, token, from, last);
        if (token !== this.token || film.ply <= from || film.ply > this.ply) return; // it was taken back meanwhile
        found.push(...film.moves);
        from = film.ply;
      }
      this.keep(first, from, found);
    }
  }
  /** Who went where in a part of the game, beside what is known of the rest. */
  private keep(from: number, to: number, moves: readonly Move[]): void {
    this.moves = [...this.moves.filter(m => m.ply <= from), ...moves, ...this.moves.filter(m => m.ply > to)];
    [this.movesFrom, this.movesTo] = [Math.min(this.movesFrom, from), Math.max(this.movesTo, to)];
  }

  /** A film of what happened after a ply; what it shows of moves is kept. */
  protected async reel(from: number, to: number): Promise<Film> {
    const { token } = this;
    const film = await api.film(this.id, token, from, to);
    if (token !== this.token || film.ply > this.ply) return film;
    const apart = from > this.movesTo || film.ply < this.movesFrom;
    if (apart) [this.moves, this.movesFrom, this.movesTo] = [film.moves, from, film.ply];
    else this.keep(from, film.ply, film.moves);
    return film;
  }

  // Looking back

  async toPly(ply: number): Promise<void> {
    const target = Math.max(0, Math.min(this.ply, ply));
    this.film.stop();
    if (target === this.ply) return this.toLive();
    this.sought = target;
    try {
      const moment = await this.moment(target);
      if (this.sought !== target) return; // one has gone on
      this.letGo();
      this.past = moment;
      this.sought = null;
    } catch (error) {
      if (this.sought === target) this.sought = null;
      this.tell(error);
    }
  }

  /** A film from the moment that is looked at, though it may still be on its way; from the beginning, if that is the present. */
  playOn(): void {
    const from = this.shownPly < this.ply ? this.shownPly : 0;
    this.sought = null; // the film shows it
    this.film.play(from);
  }

  private async moment(ply: number): Promise<Snapshot> {
    const key = `${this.viewer}/${ply}`;
    const moment = this.moments.get(key) ?? (await api.at(this.id, this.token, ply));
    this.moments.set(key, moment);
    return moment;
  }

  toLive(): void {
    this.film.stop();
    this.sought = null;
    this.look(null);
  }

  private look(moment: Snapshot | null): void {
    this.past = moment && moment.ply < this.ply ? moment : null;
    if (!this.past && !this.film.on) this.present();
  }

  /** The ply after this viewer's last turn: what happened since is what they want to see. */
  readonly lastOwn = $derived(lastTurnOf(this.log, this.viewer));

  /** What people call a piece. */
  nameOf(id: string): string {
    return this.model?.faces[this.pieces.get(id)?.face ?? id]?.name || id;
  }
}
