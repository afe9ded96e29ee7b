// One game as the page sees it: what the server said, what is picked, what is about to be done.
import { api, Failure, isOffline } from './api';
import { Live, liveAddress } from './live';
import { formation } from './map/layout';
import { buildModel, type Model } from './map/model';
import { alike, click, clickPiece, glow, isOffered, isUnderWay, lookedAhead, matching, mates, piecesOf, ways, type Step, type Thing } from './play/choose';
import { Player } from './play/player.svelte';
import { readSeats, keepSeats } from './seats';
import type { Advice, Preview, Battle, Board, Entry, Film, Forecast, Group, Move, Moved, Offer, Overlay, Piece, Snapshot, TitleInfo, View, Walks, Wish } from './types';

export interface Armed {
  offer: Offer;
  advice: Preview;
  undone: number; // how many pieces could still act, for a stop
  before: string[]; // what is said first: pieces set out
}
export interface Notice {
  text: string;
  rule: string;
  tone: 'refused' | 'info' | 'error';
}

export interface Fought {
  battle: Battle | null; // none: it was decided before anybody was asked
  from: number; // the ply at which it began
}

const RECENT = 240; // plies of which the log knows at first who went where

export class Game {
  readonly id: string;
  board = $state.raw<Board | null>(null);
  model = $state.raw<Model | null>(null);
  title = $state.raw<TitleInfo | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  log = $state.raw<Entry[]>([]);
  moves = $state.raw<Move[]>([]); // who went where, as far as that is known
  movesFrom = $state(Infinity); // from this ply on
  walks = $state.raw<Walks>({});
  picked = $state.raw<Thing[]>([]);
  ahead = $state.raw<Group | null>(null); // what the chosen pieces could do once they have set out
  inspected = $state<string | null>(null); // the space whose stack the panel shows
  hovered = $state<string | null>(null); // the space that a link of the log points at
  touched = $state<string | null>(null); // the piece under the pointer
  layer = $state(''); // the overlay that is switched on
  overlay = $state.raw<Overlay | null>(null);
  fought = $state.raw<Fought | null>(null); // the battle that has just ended
  armed = $state.raw<Armed | null>(null);
  hint = $state.raw<Armed | null>(null); // the odds of what is pointed at
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);
  online = $state(true);
  thinking = $state(-1);
  curtain = $state(-1); // the side that has to take the chair
  past = $state.raw<Snapshot | null>(null); // an earlier moment that is being looked at
  lost = $state(''); // why the game cannot be shown
  said = $state(''); // for the live region
  mine = $state.raw<[string | null, string | null]>([null, null]);

  readonly film = new Player({
    ply: () => this.ply,
    kind: () => this.model?.kind ?? 'hex',
    settled: () => !!this.snapshot?.over || !!this.snapshot?.frozen || this.snapshot?.prompt?.side === this.viewer,
    patient: () => this.snapshot?.seats[this.snapshot.prompt?.side ?? 0]?.kind === 'computer',
    moment: ply => this.moment(ply),
    reel: (from, to) => this.reel(from, to),
    show: moment => (this.past = moment && moment.ply < this.ply ? moment : null),
    side: piece => this.sides.get(piece),
  });

  private live: Live | null = null;
  private movesTo = 0;
  private learning = 0;
  private token: string | null = null;
  private moments = new Map<string, Snapshot>();
  private walksAt = -1;
  private asking = new Set<Promise<unknown>>();
  private walkedFrom = -1;
  private acted = new Set<string>(); // questions about which something was done
  private warned = new Set<string>(); // questions at which it was said that units could still act
  private plan: string[] = []; // what is still to be said of an attack that was confirmed as a whole
  private looking: Promise<void> = Promise.resolve(); // what the chosen pieces can do is being asked
  private doing: Promise<void> = Promise.resolve(); // what is being said or taken back
  private sitting: Promise<void> = Promise.resolve(); // the chair of the other side is being taken
  private held: Snapshot | null = null; // news that came meanwhile
  private anew = true; // the next snapshot counts, whatever was seen before
  private fight = -1; // how deep in what goes on the odds of a fight were shown; -1: not in one
  private hintTimer = 0;
  private overlayTimer = 0;
  battleFrom = $state(0); // the ply at which the battle in sight, or the last one, began

  readonly view: View | null = $derived((this.past ?? this.snapshot)?.view ?? null);
  readonly prompt = $derived(this.past ? null : (this.snapshot?.prompt ?? null));
  readonly now: Offer[] = $derived(this.curtain >= 0 ? [] : (this.prompt?.offers ?? []));
  readonly beyond: Offer[] = $derived(this.ahead ? lookedAhead(this.ahead.offers, piecesOf(this.picked)) : []);
  readonly offers: Offer[] = $derived(this.beyond.length ? [...this.now, ...this.beyond] : this.now);
  readonly glow = $derived(glow(this.offers, this.picked, this.walks));
  readonly ways = $derived(ways(this.offers, this.picked, this.walks));
  readonly pieces: Map<string, Piece> = $derived(new Map((this.view?.pieces ?? []).map(p => [p.id, p])));
  /** Whose each piece is, also of those that are gone. */
  readonly sides: Map<string, number> = $derived(new Map([...this.moves, ...(this.snapshot?.view.pieces ?? []).map(p => ({ piece: p.id, side: p.side }))].map(m => [m.piece, m.side])));
  readonly viewer = $derived(this.snapshot?.viewer ?? -1);
  readonly ply = $derived(this.snapshot?.ply ?? 0);
  readonly shownPly = $derived(this.past?.ply ?? this.ply);
  readonly undoable = $derived(!this.past && this.snapshot?.undo != null && this.snapshot.undo < this.ply);
  readonly hotSeat = $derived(!!this.mine[0] && !!this.mine[1]);

  constructor(id: string) {
    this.id = id;
  }

  /** Finds out which seats this browser holds and connects. */
  async open(token: string | null): Promise<void> {
    try {
      const seats = readSeats(this.id);
      this.mine = seats;
      const first = await api.snapshot(this.id, token ?? seats[0] ?? seats[1]);
      if (token && first.viewer >= 0) this.mine = keepSeats(this.id, first.viewer === 0 ? [token, null] : [null, token]);
      const [titles, board] = await Promise.all([api.titles(), api.gameBoard(this.id, token ?? seats[0] ?? seats[1])]);
      this.title = titles.find(t => t.slug === first.title) ?? null;
      this.board = board;
      this.model = buildModel(board);
      const turn = first.prompt?.side ?? -1;
      await this.sit(turn >= 0 && this.mine[turn] ? turn : first.viewer, true);
    } catch (error) {
      this.lost = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.live?.close();
  }

  /** Takes the chair of a side (-1: among the spectators). */
  private async sit(side: number, first = false): Promise<void> {
    this.live?.close();
    this.token = side >= 0 ? this.mine[side] : null;
    const anew = first || !!this.title?.hidden;
    if (anew) [this.log, this.moves, this.movesFrom] = [[], [], Infinity];
    this.film.stop();
    this.moments.clear();
    this.anew = true;
    this.receive(await api.snapshot(this.id, this.token));
    if (anew) this.log = await api.log(this.id, this.token, 0);
    this.live = new Live(liveAddress(this.id, this.token), {
      snapshot: s => (this.busy ? (this.held = s) : this.receive(s)),
      thinking: n => (this.thinking = n),
      online: is => {
        this.online = is;
        this.anew = true;
        if (is) void this.refresh();
      },
      gone: reason => (this.lost = reason),
    });
  }

  /** A newer (or, after an undo, an older) state of the game; what was told since, if that is known. */
  private receive(next: Snapshot, told?: Entry[]): void {
    const before = this.snapshot;
    if (before && next.seq < before.seq && !this.anew) return; // it was overtaken on its way
    this.anew = false;
    this.thinking = -1;
    if (before && before.ply === next.ply && before.viewer === next.viewer && before.prompt?.yours === next.prompt?.yours && !next.over) return;
    const others = !told && !!before && before.viewer === next.viewer && next.ply > before.ply && !this.hotSeat;
    if (others && !this.past && this.film.pace !== 'none') this.past = before; // it is shown as it happened
    this.snapshot = next;
    [this.walks, this.walksAt] = [{}, -1];
    this.hovered = null; // the button that was pointed at may be gone
    this.followBattle(before, next, told ?? next.last ?? []);
    this.clearPick();
    if (before && (before.viewer === next.viewer || !this.title?.hidden)) this.takeLog(before.ply, next, told);
    if ((next.prompt?.frame.length ?? 0) <= this.fight) this.fight = -1;
    if (next.ply < (before?.ply ?? 0)) this.forget(next.ply);
    if (others && (this.past === before || this.film.on)) this.film.follow(before.ply);
    this.learnSoon();
    this.announce(next);
    if (next.prompt?.yours && isUnderWay(next.prompt.offers, this.starts)) this.looking = this.lookAround();
    if (next.prompt?.yours) {
      this.pickWaiting();
      void this.goOn(before, next);
    }
    const side = next.prompt?.side ?? -1;
    if (next.prompt && !next.prompt.yours && side >= 0 && this.mine[side] && side !== next.viewer) this.changeChairs(side);
  }

  /** How a battle ended is shown until its viewer does the next thing. */
  private followBattle(before: Snapshot | null, next: Snapshot, told: readonly Entry[]): void {
    const same = before?.viewer === next.viewer ? before : null;
    const was = same && next.ply > same.ply ? same.view.battle : null;
    if (next.view.battle) {
      if (!was) this.battleFrom = next.ply - 1;
      this.fought = null;
    } else if (was) this.fought = { battle: was, from: this.battleFrom };
    else if (same && next.ply > same.ply && told.some(e => e.news)) {
      this.battleFrom = same.ply;
      this.fought = { battle: null, from: same.ply };
    } else if (!same) this.fought = null;
  }

  /** Hot-seat: the other player is to decide. A curtain falls where the sides hide things from each other. */
  private changeChairs(side: number): void {
    if (this.title?.hidden) this.curtain = side;
    else this.sitting = this.sit(side).catch(error => this.tell(error));
  }

  async raiseCurtain(): Promise<void> {
    const side = this.curtain;
    await this.sit(side);
    this.curtain = -1;
  }

  private takeLog(from: number, next: Snapshot, told?: Entry[]): void {
    if (told) this.log = [...this.log.filter(e => e.ply <= Math.min(from, next.ply)), ...told];
    else if (next.ply <= from) this.log = this.log.filter(e => e.ply <= next.ply);
    else if (next.ply === from + 1 && next.last) this.log = [...this.log.filter(e => e.ply < next.ply), ...next.last];
    else void api.log(this.id, this.token, from + 1).then(more => (this.log = [...this.log.filter(e => e.ply <= from), ...more]), () => undefined);
  }

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
      for (let from = first; from < last; ) {
        const { ply } = await this.reel(from, last);
        if (ply <= from) return; // it was taken back meanwhile
        from = ply;
      }
    }
  }

  /** A film of what happened after a ply; what it shows of moves is kept. */
  private async reel(from: number, to: number): Promise<Film> {
    const { token } = this;
    const film = await api.film(this.id, token, from, to);
    if (token !== this.token || film.ply > this.ply) return film;
    const apart = from > this.movesTo || film.ply < this.movesFrom;
    if (apart) [this.moves, this.movesFrom, this.movesTo] = [film.moves, from, film.ply];
    else {
      this.moves = [...this.moves.filter(m => m.ply <= from), ...film.moves, ...this.moves.filter(m => m.ply > film.ply)];
      [this.movesFrom, this.movesTo] = [Math.min(this.movesFrom, from), Math.max(this.movesTo, film.ply)];
    }
    return film;
  }

  private announce(next: Snapshot): void {
    const done = (next.last ?? []).map(e => e.words.map(w => w.text).join('')).join('. ');
    const asked = next.over ? `The game is over: ${next.over.level}` : next.prompt?.yours ? next.prompt.text : next.prompt ? `${next.view.sides[next.prompt.side]?.name ?? ''} decides` : '';
    this.said = [done, asked].filter(Boolean).join('. ');
  }

  private async refresh(): Promise<void> {
    try {
      this.receive(await api.snapshot(this.id, this.token));
    } catch (error) {
      if (!isOffline(error)) this.tell(error);
    }
  }

  // Overlays

  /** What the overlay is about: the chosen piece, the one under the pointer, or the first of the stack that is looked at, an own one if there is one. */
  readonly about: string = $derived.by(() => {
    const chosen = this.picked.findLast(t => t.is === 'piece')?.id ?? this.touched;
    const here = (this.view?.pieces ?? []).filter(p => p.at === this.inspected);
    return chosen ?? (here.find(p => p.side === this.viewer) ?? here[0])?.id ?? '';
  });

  /** Asks for the overlay as it is now; the pointer must rest a moment. */
  lookOver(): void {
    const { layer, about, ply, token } = this;
    clearTimeout(this.overlayTimer);
    if (!layer || this.past || this.curtain >= 0) return void (this.overlay = null);
    this.overlayTimer = window.setTimeout(() => {
      this.ask(api.overlay(this.id, token, ply, layer, about)).then(
        found => {
          if (layer === this.layer && ply === this.ply) this.overlay = found;
        },
        () => undefined, // the game has moved on; it is asked again
      );
    }, 80);
  }

  /** One overlay after the other, then none. */
  nextLayer(): void {
    const ids = ['', ...(this.title?.layers ?? []).map(l => l.id)];
    this.layer = ids[(ids.indexOf(this.layer) + 1) % ids.length];
  }

  // Choosing

  clearPick(): void {
    this.point(null);
    this.picked = [];
    this.ahead = null;
    this.armed = null;
    this.notice = null;
  }

  /** Esc: nothing is chosen any more; what is open is closed. */
  back(): void {
    if (this.notice || this.armed || this.picked.length) this.clearPick();
    else if (this.past) this.toLive();
    this.inspected = null;
  }

  async clickSpace(id: string): Promise<void> {
    this.inspected = id;
    await this.idle();
    await this.looking;
    if (this.deciding()) await this.follow(click(this.offers, this.picked, { is: 'space', id }, this.walks, this.starts));
  }

  /** A cell of a track or pool, a card. */
  async clickCell(id: string): Promise<void> {
    await this.idle();
    if (this.deciding()) await this.follow(click(this.offers, this.picked, { is: 'cell', id }, this.walks, this.starts));
  }

  /** A click on a counter; on a board where each fights for itself it means that one alone. */
  async clickPiece(id: string, alone = false): Promise<void> {
    const piece = this.pieces.get(id);
    if (!piece) return this.waiting.includes(id) ? void (this.picked = [{ is: 'piece', id }]) : undefined;
    this.inspected = piece.at;
    await this.idle();
    await this.looking;
    if (!this.deciding()) return;
    const step = clickPiece(this.offers, this.picked, piece, this.stackOf(piece), this.walks, this.starts);
    if (step.do === 'refuse' && piece.side !== this.viewer && !this.picked.length) return; // only looking
    if (step.do === 'pick' && !alone && this.title?.as_one && step.picked.length === 1 && !this.picked.length) return this.pickPile(id);
    await this.follow(step);
  }

  /** Pieces that wait off the board: the first one is chosen, so that the places for it are lit and one click answers. */
  readonly waiting: string[] = $derived.by(() => {
    const onBoard = (id: string): boolean => !!this.model?.place.has(this.pieces.get(id)?.at ?? '');
    const named = this.now.filter(o => !o.stop).map(o => o.args.find(a => a.is === 'piece')?.id);
    return named.length && named.every(id => id && !onBoard(id)) ? [...new Set(named as string[])] : [];
  });

  private pickWaiting(): void {
    const [first] = this.waiting;
    if (first && this.now.some(o => o.args.some(a => a.is === 'space'))) this.picked = [{ is: 'piece', id: first }];
  }

  /** Adds a piece to those that are chosen, or lets go of it. */
  async addPiece(id: string): Promise<void> {
    await this.idle();
    if (!this.deciding()) return;
    const chosen = piecesOf(this.picked);
    if (!chosen.includes(id) && !isOffered(this.now, id)) return this.clickPiece(id);
    await this.choose(chosen.includes(id) ? chosen.filter(p => p !== id) : [...chosen, id]);
  }

  /** Several pieces at once: a frame round them, a whole stack. */
  async choose(ids: readonly string[]): Promise<void> {
    await this.idle();
    if (!this.deciding()) return;
    const able = ids.filter(id => this.pieces.get(id)?.side === this.viewer && isOffered(this.now, id));
    if (able.length) this.inspected = this.pieces.get(able[0])?.at ?? null;
    await this.follow({ do: 'pick', picked: able.map(id => ({ is: 'piece', id })) });
  }

  /** All of a stack that can do the same. */
  async pickStack(id: string): Promise<void> {
    const piece = this.pieces.get(id);
    if (piece) await this.choose(mates(this.now, piece, this.stackOf(piece), a => alike(this.now, a.id, id)).map(t => t.id));
  }

  /** All of a formation in one space, where these are chosen as one. */
  private async pickPile(id: string): Promise<void> {
    const piece = this.pieces.get(id)!;
    const same = (a: Piece, b: Piece): boolean => formation(a, this.model?.faces[a.face]) === formation(b, this.model?.faces[b.face]);
    await this.choose(mates(this.now, piece, this.stackOf(piece), same).map(t => t.id));
  }

  /** What people call a piece. */
  nameOf(id: string): string {
    return this.model?.faces[this.pieces.get(id)?.face ?? id]?.name || id;
  }

  private stackOf(piece: Piece): Piece[] {
    return [...this.pieces.values()].filter(p => p.at === piece.at && p.side === piece.side);
  }

  private get starts(): readonly string[] {
    return this.title?.starts ?? [];
  }

  private deciding(): boolean {
    return !!this.prompt?.yours && this.curtain < 0;
  }

  private async follow(step: Step): Promise<void> {
    this.notice = null;
    if (step.do === 'take') return this.take(step.offer);
    if (step.do === 'walk') return this.walk(step.texts);
    this.armed = null;
    if (step.do === 'refuse') return this.askWhy(step.texts, step.thing);
    const before = piecesOf(this.picked).join();
    this.picked = step.picked;
    const pieces = piecesOf(step.picked);
    if (pieces.join() !== before) this.ahead = null;
    if (!pieces.length) [this.walks, this.walksAt] = [{}, -1];
    else if (!this.ahead) await (this.looking = this.lookAhead(pieces));
  }

  /** What the chosen pieces could do once they have set out, and where they can go. */
  private async lookAhead(pieces: string[]): Promise<void> {
    if (!this.token) return;
    const ply = this.ply;
    try {
      const found = await this.ask(api.group(this.id, this.token, ply, pieces));
      if (ply !== this.ply || piecesOf(this.picked).join() !== pieces.join()) return;
      [this.ahead, this.walks, this.walksAt] = [found, { [pieces[0]]: found.walks }, -1];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  /** Where what is on its way can go by several steps. */
  private async lookAround(): Promise<void> {
    if (this.walksAt === this.ply || !this.token || !this.now.some(o => o.args.some(a => a.is === 'space'))) return;
    const ply = this.ply;
    try {
      const walks = await this.ask(api.walks(this.id, this.token, ply));
      if (ply !== this.ply || this.picked.length) return;
      this.walks = walks;
      this.walksAt = ply;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  private async askWhy(texts: string[], thing: Thing): Promise<void> {
    if (!this.token) return;
    let found: Notice | null = null;
    try {
      for (const text of texts) {
        const why = await this.ask(api.why(this.id, this.token, this.ply, text));
        if (why.ok || !why.text) continue;
        found ??= { text: why.text, rule: why.rule, tone: 'refused' };
        if (why.rule) {
          found = { text: why.text, rule: why.rule, tone: 'refused' };
          break;
        }
      }
    } catch (error) {
      return this.tell(error);
    }
    const cells = (this.view?.panels ?? []).flatMap(p => p.cells ?? []);
    const name = { piece: thing.id, space: this.model?.place.get(thing.id)?.name, cell: cells.find(c => c.id === thing.id)?.text }[thing.is] ?? thing.id;
    this.notice = found ?? { text: `${name} has no part in what is asked now`, rule: this.prompt?.rule ?? '', tone: 'refused' };
    this.said = this.notice.text;
  }

  // Doing

  /** Takes an offer: at once, or, where dice fall or something may be regretted, after a second click. */
  async take(offer: Offer): Promise<void> {
    await this.idle();
    if (!this.token || !this.offers.some(o => o.text === offer.text)) return;
    if (this.armed?.offer.text === offer.text) return this.commit(offer);
    try {
      const before = this.saidBefore(offer);
      const advice = await api.forecast(this.id, this.token, this.ply, [...before, offer.text]);
      const undone = offer.stop && !this.warned.has(this.question()) ? this.leftUndone() : 0;
      const unseen = (!!advice.forecast || advice.rolls) && this.fight < 0;
      if (unseen || advice.cautions.length || undone) {
        this.armed = { offer, advice, undone, before };
        if (undone) this.warned.add(this.question());
        this.said = advice.forecast ? `${advice.forecast.title}: ${advice.forecast.chances.map(c => `${c.name} ${c.margin ? 'about ' : ''}${Math.round(c.chance * 100)} percent`).join(', ')}. Again to confirm.` : `${offer.label}: again to confirm.`;
      } else await this.commit(offer);
    } catch (error) {
      this.tell(error);
    }
  }

  /** What has to be said before an offer that opens only when the chosen pieces have set out. */
  private saidBefore(offer: Offer): string[] {
    return this.now.some(o => o.text === offer.text) ? [] : (this.ahead?.say ?? []);
  }

  private ask<T>(question: Promise<T>): Promise<T> {
    this.asking.add(question);
    const done = (): void => void this.asking.delete(question);
    question.then(done, done);
    return question;
  }

  /** Until what was said before is done and the chair is taken: nothing that a person presses gets lost. */
  private async idle(): Promise<void> {
    do {
      await this.doing;
      await this.sitting;
    } while (this.busy);
  }

  /** Shows the odds of an offer that is pointed at, without taking it. */
  point(offer: Offer | null): void {
    clearTimeout(this.hintTimer);
    this.hint = null;
    const { token, ply } = this;
    if (!offer || !token || this.armed) return;
    const before = this.saidBefore(offer);
    this.hintTimer = window.setTimeout(() => {
      if (ply !== this.ply || this.busy) return;
      this.ask(api.forecast(this.id, token, ply, [...before, offer.text])).then(
        advice => {
          if (ply === this.ply && advice.forecast && !this.armed) this.hint = { offer, advice, undone: 0, before };
        },
        () => undefined, // a hint that cannot be had is no news
      );
    }, 120);
  }

  /** What the computer would do in this seat. */
  async advice(): Promise<Advice | null> {
    return this.token ? this.ask(api.advice(this.id, this.token, this.ply)) : null;
  }

  /** The odds of an offer, with choices assumed. */
  async foresee(offer: Offer, given: Record<string, string>): Promise<Forecast | null> {
    return this.token ? (await this.ask(api.forecast(this.id, this.token, this.ply, [...(this.armed?.before ?? []), offer.text], given))).forecast : null;
  }

  /** The odds of attacks that are put together or fought now. */
  outlook(given: Record<string, string>): Promise<Forecast[]> {
    return this.ask(api.outlook(this.id, this.token, this.ply, given));
  }

  /** Says several things in a row, as proposed. */
  async propose(says: readonly string[]): Promise<void> {
    await this.idle();
    if (this.deciding()) await this.walk([...says]);
  }

  /** Own pieces that could still act. */
  leftUndone(): number {
    const named = this.now.filter(o => !o.stop).flatMap(o => [...o.args, ...(o.by ?? [])]);
    return new Set(named.filter(a => a.is === 'piece' && this.pieces.get(a.id)?.side === this.viewer).map(a => a.id)).size;
  }

  /** Nothing is left but to stop, or what there was to do is done. */
  readonly finished: boolean = $derived.by(() => this.now.every(o => o.stop) || (this.acted.has(this.question()) && !this.leftUndone()));

  /** Names the question that is being asked, so that it is warned once. */
  private question(): string {
    return `${this.prompt?.side} ${this.prompt?.frame.join('>')} ${this.view?.when}`;
  }

  /** Does it; of an attack all that leads to its dice, unless it is to be decided step by step. */
  async commit(offer: Offer, byStep = false): Promise<void> {
    const armed = this.armed?.offer.text === offer.text ? this.armed : null;
    const before = armed?.before ?? this.saidBefore(offer);
    const usual = armed?.advice.usual ?? [];
    const texts = usual.length > 1 && !byStep ? usual.map(u => u.text) : [offer.text];
    if ((armed?.advice.forecast ?? armed?.advice.rolls) && this.fight < 0) this.fight = this.prompt?.frame.length ?? -1;
    const stood = offer.by?.length ? piecesOf(this.picked) : [];
    const [from, all] = [this.ply, [...before, ...texts]];
    this.acted.add(this.question());
    const done = await this.act((token, ply) => api.say(this.id, token, ply, all));
    if (done && usual.length > 1 && !this.prompt?.yours) this.plan = all.slice(done.ply - from); // the other side is asked in between
    if (done && stood.length && this.prompt?.yours && stood.every(id => isOffered(this.now, id))) await this.choose(stood);
  }

  /** The same to several pieces at once. */
  async tellAll(offers: readonly Offer[]): Promise<void> {
    await this.idle();
    await this.say(offers.map(o => o.text));
  }

  private async walk(texts: string[]): Promise<void> {
    const from = this.ply;
    const start = this.ahead?.say.length ?? 0;
    this.acted.add(this.question());
    await this.act(async (token, ply) => {
      const moved = await this.sayOn(token, ply, texts, start);
      this.walkedFrom = texts.length > 1 ? from : -1;
      return moved;
    });
  }

  /** Says it; what pieces show of themselves by setting out does not keep them from going on. */
  private async sayOn(token: string, ply: number, texts: string[], start: number): Promise<Moved> {
    const first = await api.say(this.id, token, ply, texts);
    const said = first.ply - ply;
    if (said > start || said === texts.length || !first.snapshot.prompt?.yours) return first;
    const second = await api.say(this.id, token, first.ply, texts.slice(said));
    return { ...second, log: [...first.log, ...second.log] };
  }

  /** What goes on by itself: an attack that was confirmed as a whole, and against the computer what has one answer. */
  private async goOn(before: Snapshot | null, next: Snapshot): Promise<void> {
    const said = this.plan;
    this.plan = [];
    await this.idle();
    if (this.ply !== next.ply || (before && next.ply < before.ply)) return; // it was taken back
    if (said.length && this.now.some(o => o.text === said[0])) return void (await this.say(said));
    const [only] = this.now;
    if (this.now.length !== 1 || !before || !this.answersItself || !this.token) return;
    const advice = await this.ask(api.forecast(this.id, this.token, next.ply, [only.text]));
    if (this.ply === next.ply && !advice.rolls && !advice.cautions.length) await this.say([only.text]);
  }

  /** Against the computer a question with one answer is not put. */
  asksAll = $state(localStorage.getItem('sandtable.asks') === 'all');
  readonly answersItself: boolean = $derived(!this.asksAll && (this.snapshot?.seats ?? []).some(s => s.kind === 'computer'));

  askAll(on: boolean): void {
    this.asksAll = on;
    localStorage.setItem('sandtable.asks', on ? 'all' : '');
  }

  /** Answers given in advance: those of the viewer's seat. */
  readonly standing: readonly Wish[] = $derived(this.snapshot?.standing ?? []);

  async stand(wishes: readonly Wish[]): Promise<void> {
    if (!this.token) return;
    try {
      this.anew = true;
      const next = await api.stand(this.id, this.token, [...wishes]);
      if (this.snapshot && next.ply === this.ply) this.snapshot = { ...this.snapshot, standing: next.standing, seq: next.seq };
      else this.receive(next);
    } catch (error) {
      this.tell(error);
    }
  }

  /** The answer to a computer that offers to give the game up. */
  async answerOffer(accept: boolean): Promise<void> {
    if (!this.token) return;
    try {
      this.receive(await api.resign(this.id, this.token, accept));
    } catch (error) {
      this.tell(error);
    }
  }

  /** Says what somebody else has put together: the coach of a lesson. */
  async perform(texts: string[]): Promise<void> {
    await this.idle();
    this.clearPick();
    await this.walk(texts);
  }

  private async say(texts: string[]): Promise<boolean> {
    const done = await this.act(async (token, ply) => {
      const moved = await api.say(this.id, token, ply, texts);
      if (texts.length > 1) await this.reel(ply, moved.ply).then(film => this.show(film), () => undefined);
      return moved;
    });
    return done !== null;
  }

  /** One's own move along its way. */
  private show(film: Film): void {
    void this.film.walk(film.moves.filter(m => m.path.length > 1));
  }

  /** Changes the game. The answer is the news: the game as it is then, and what was told. */
  private async act(request: (token: string, ply: number) => Promise<Moved>): Promise<Moved | null> {
    const { token } = this;
    if (!token || this.busy) return null;
    this.busy = true;
    this.fought = null;
    this.walkedFrom = -1;
    let done = (): void => undefined;
    this.doing = new Promise(ok => (done = ok));
    try {
      await Promise.allSettled(this.asking); // questions about this moment are answered before it is over
      const moved = await request(token, this.ply);
      this.toLive();
      this.clearPick();
      if (token === this.token) this.receive(moved.snapshot, moved.log);
      return moved;
    } catch (error) {
      this.tell(error);
      if (error instanceof Failure && error.code === 'stale') await this.refresh();
      return null;
    } finally {
      this.busy = false;
      if (this.held) this.receive(this.held);
      this.held = null;
      done();
    }
  }

  /** Back by one decision, or to where a walk of several steps began; or to a given moment. */
  async undo(to?: number): Promise<void> {
    await this.idle();
    const limit = this.snapshot?.undo;
    if (limit == null || limit >= this.ply) return;
    const target = Math.max(limit, to ?? (this.walkedFrom >= 0 ? this.walkedFrom : this.ply - 1));
    this.plan = [];
    await this.act((token, ply) => api.undo(this.id, token, ply, target));
  }

  tell(error: unknown): void {
    const failure = error instanceof Failure ? error : new Failure(0, String(error));
    this.notice = { text: failure.message, rule: failure.rule, tone: failure.rule ? 'refused' : 'error' };
    this.said = failure.message;
  }

  // Looking back

  async toPly(ply: number): Promise<void> {
    const target = Math.max(0, Math.min(this.ply, ply));
    this.film.stop();
    if (target === this.ply) return this.toLive();
    try {
      const moment = await this.moment(target);
      this.clearPick();
      this.past = moment;
    } catch (error) {
      this.tell(error);
    }
  }

  private async moment(ply: number): Promise<Snapshot> {
    const key = `${this.viewer}/${ply}`;
    const moment = this.moments.get(key) ?? (await api.at(this.id, this.token, ply));
    this.moments.set(key, moment);
    return moment;
  }

  toLive(): void {
    this.film.stop();
    this.past = null;
  }

  /** The ply after this viewer's last decision: what happened since is what they want to see. */
  readonly lastOwn = $derived.by(() => {
    const own = this.log.filter(e => e.side === this.viewer && e.ply < this.ply).map(e => e.ply);
    const other = this.log.filter(e => e.side >= 0 && e.side !== this.viewer).map(e => e.ply);
    const last = other.length ? Math.max(...other) : 0;
    return Math.max(0, ...own.filter(p => p < last));
  });

  readonly choices: Offer[] = $derived(this.picked.length ? matching(this.offers, this.picked) : []);
}
