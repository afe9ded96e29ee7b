// One game as a person plays it: what is picked, what is about to be done, what is said. What is only looked at is in
// `watched.svelte.ts`.
import { SvelteSet } from 'svelte/reactivity';
import { api, Failure } from './api';
import { recall, remember } from './kept';
import { Line } from './line';
import { formation } from './map/layout';
import { alike, click, clickPiece, glow, isFoe, isOffered, isUnderWay, lacksPiece, lookedAhead, matching, mates, nextOf, piecesOf, questions, struck, ways, type Step, type Thing } from './play/choose';
import { placeName } from './play/film';
import { inLines } from './play/lines';
import { isFight } from './play/verdicts';
import type { Advice, Film, Forecast, Group, Moved, Offer, Overlay, Party, Piece, Point, Preview, Said, Snapshot, Walks, Wish } from './types';
import { Watched, type Notice } from './watched.svelte';

export interface Armed {
  offer: Offer;
  advice: Preview;
  undone: number; // how many pieces could still act, for a stop
  before: string[]; // what is said first: pieces set out
  walk?: string[]; // all of a walk of several pieces, in place of the offer
}

/** Where each click of the game that is played began: after the page was loaded anew, a whole move is still taken back as one. */
function recallBegun(id: string): number[] {
  const [game, ...plies] = (recall('begun') ?? '').split(' ');
  return game === id ? plies.map(Number) : [];
}

export class Game extends Watched {
  walks = $state.raw<Walks>({});
  picked = $state.raw<Thing[]>([]);
  ahead = $state.raw<Group | null>(null); // what the chosen pieces could do once they have set out
  inspected = $state<string | null>(null); // the space whose stack the panel shows
  hovered = $state<string | null>(null); // the space that a link of the log points at
  touched = $state<string | null>(null); // the piece under the pointer
  layer = $state(''); // the overlay that is switched on
  overlay = $state.raw<Overlay | null>(null);
  armed = $state.raw<Armed | null>(null);
  hint = $state.raw<Armed | null>(null); // the odds of what is pointed at
  private clickedAt: Point | null = null; // where in the window the map is being clicked
  noticeAt = $state.raw<Point | null>(null); // where a click was refused
  busy = $state(false);
  private passing = $state(false); // what is asked may be answered by itself: nobody is asked until that is known

  private pending = $state(0); // turns and questions that are not over yet
  /** All that was pressed is done, and all that is to be seen of it has come. */
  readonly quiet = $derived(!this.pending && !this.busy && !this.passing && this.seated);

  private readonly line = new Line(); // what a person does, one thing after the other: nothing that is pressed gets lost
  private walksAt = -1;
  private asking = new Set<Promise<unknown>>();
  private origin = -1; // the moment at which what is being done was pressed
  private begun: number[] = recallBegun(this.id); // the moments at which one pressed what was done, none taken back
  private acted = new SvelteSet<string>(); // questions about which something was done
  private unmet: 'news' | 'known' | null = null; // a moment that nobody has attended to yet
  private warned = new Set<string>(); // questions at which it was said that units could still act
  private plan: { side: number; says: string[] } | null = null; // what a side still has to say of an attack that it confirmed as a whole, or of a walk
  private looking: Promise<void> = Promise.resolve(); // what the chosen pieces can do is being asked
  private doing: Promise<void> = Promise.resolve(); // what is being said or taken back
  private going: Promise<void> = Promise.resolve(); // what goes on by itself
  private taken = ''; // the offer that was taken last
  private held: Snapshot | null = null; // news that came meanwhile
  private fight = -1; // how deep in what goes on the odds of a fight were shown; -1: not in one
  private hintTimer = 0;
  private overlayTimer = 0;

  readonly now: Offer[] = $derived(this.curtain >= 0 || this.passing ? [] : (this.prompt?.offers ?? []));
  readonly beyond: Offer[] = $derived(this.ahead ? lookedAhead(this.ahead.offers, piecesOf(this.picked)) : []);
  readonly offers: Offer[] = $derived.by(() => {
    const now = piecesOf(this.picked).length > 1 ? this.now.filter(o => !this.isAside(o)) : this.now; // what is said of one by the way is not meant of several
    return this.beyond.length ? [...now, ...this.beyond] : now;
  });
  /** What a click can mean now: of what is said by the way nothing, until a piece is chosen. */
  private readonly meant = $derived.by(() => (this.picked.length ? this.offers : this.offers.filter(o => !this.isAside(o))));
  readonly glow = $derived.by(() => glow(this.meant, this.picked, this.walks));
  readonly ways = $derived(ways(this.offers, this.picked, this.walks));
  readonly undoable = $derived(!this.past && this.snapshot?.undo != null && this.snapshot.undo < this.ply);

  // News

  protected override news(next: Snapshot): void {
    if (this.busy) this.held = next;
    else this.receive(next);
  }

  protected override arrived(before: Snapshot | null, next: Snapshot): void {
    this.passing = false;
    [this.walks, this.walksAt] = [{}, -1];
    this.hovered = null; // the button that was pointed at may be gone
    this.clearPick();
    if ((next.prompt?.frame.length ?? 0) <= this.fight || (before?.view.battle && !next.view.battle)) this.fight = -1; // what a victory allows is done outside it
    this.unmet = before && next.ply >= before.ply ? 'news' : 'known'; // one comes, or it was taken back
    if (!this.past && !this.film.on) this.present();
  }

  /** What is asked now is attended to, once: when the film of what led to it has ended. */
  protected override present(): void {
    const unmet = this.unmet;
    this.unmet = null;
    if (unmet && this.prompt?.yours && !(unmet === 'news' && this.goesOn())) this.attend();
  }

  protected override letGo(): void {
    this.clearPick();
  }

  /** What the other player looked at goes with him; what is asked is attended to now that it can be seen. */
  override async raiseCurtain(): Promise<void> {
    this.inspected = null;
    await super.raiseCurtain();
    if (this.answering() && !this.goesOn()) this.attend();
  }

  /** It is asked: places are lit at once where it is clear for what. */
  private attend(): void {
    if (isUnderWay(this.now, this.starts)) this.looking = this.lookAround();
    const first = this.waiting.length && this.now.some(o => o.args.some(a => a.is === 'space')) ? this.waiting[0] : this.bound;
    if (first) this.picked = [{ is: 'piece', id: first }];
  }

  /** What goes on by itself: an attack that was confirmed as a whole, a walk that nobody broke into, and against the computer what has one answer. */
  private goesOn(): boolean {
    if (this.curtain >= 0) return false; // its owner does not sit at the table yet
    const said = this.plan?.side === this.viewer ? this.plan.says : [];
    const able = said.length > 0 && this.now.some(o => o.text === said[0]);
    if (said.length && (able || !this.view?.occasion)) this.plan = null; // whoever else sits at this table is asked in between, or this side is, out of turn
    const taught = !!this.snapshot?.lesson?.say.length; // a card of the coach is about it
    const spared = this.answersItself && !taught;
    const idle = spared && !able ? this.idleAnswer() : [];
    const only = spared ? this.onlyAnswer() : [];
    if (!able && !idle.length && !only.length) return false;
    this.passing = true;
    this.going = (able || idle.length ? this.goOn(able ? said : idle, this.ply) : this.goOn(only, this.ply, true)).catch(error => this.tell(error));
    return true;
  }

  /** The stop where all can see that to come in would gain nothing. */
  private idleAnswer(): string[] {
    return this.view?.occasion?.idle ? this.now.filter(o => o.stop).map(o => o.text) : [];
  }

  /** All that can be said: the one answer, or of several pieces that each goes to the one place there is. */
  private onlyAnswer(): string[] {
    const told = (n: number): number => new Set(this.now.map(o => o.args[n]?.id)).size;
    const alike = !!this.bound && told(0) === this.now.length && told(1) === 1;
    return this.now.length === 1 || alike ? this.now.map(o => o.text) : [];
  }

  private async goOn(said: string[], ply: number, unasked = false): Promise<void> {
    await this.doing; // of which this is the news
    try {
      if (this.ply !== ply || !this.token || !this.prompt?.offers.length) return;
      const advice = unasked ? await this.ask(api.forecast(this.id, this.token, ply, said)).catch(() => null) : null;
      const wanted = !advice?.rolls || this.standing.some(w => w.kind === 'able'); // who wants to be asked only if he can do something lets dice fall
      if (unasked && (this.ply !== ply || !advice || !wanted || advice.cautions.length)) return;
      await this.say(said);
    } finally {
      if (this.ply === ply && this.passing) {
        this.passing = false; // it is asked after all
        this.attend();
      }
    }
  }

  // One thing after another

  /** In its turn: when what was pressed before is done, the chair is taken, and it is known what is asked. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.counted(this.line.join(async () => {
      for (let waited: unknown[] = []; waited[0] !== this.sitting || waited[1] !== this.going; ) {
        waited = [this.sitting, this.going];
        await Promise.all(waited);
      }
      this.origin = this.ply;
      return work();
    }));
  }

  private counted<T>(work: Promise<T>): Promise<T> {
    this.pending++;
    const done = (): void => void this.pending--;
    work.then(done, done);
    return work;
  }

  /** A click on the map or on what lies beside it, for whoever decides; it counts with what the clicks before it have shown. */
  private async onClick(meant: () => Step | null, another?: Piece): Promise<void> {
    const seen = this.armed;
    await this.inTurn(async () => {
      await this.looking;
      if (another && this.deciding() && (await this.restsFor(another))) return;
      const step = this.deciding() ? meant() : null;
      if (step) await this.follow(step, seen);
    });
    await this.looking;
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
    const { layer, about, ply, token, busy } = this;
    clearTimeout(this.overlayTimer);
    if (busy) return; // the game moves on; it is asked then
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
    if (this.walksAt < 0) this.walks = {}; // what is on its way keeps its places
    this.armed = null;
    this.notice = null;
    this.noticeAt = null;
  }

  /** Nothing is chosen any more but what a question chooses by itself. */
  chooseAfresh(): void {
    this.clearPick();
    if (this.answering()) this.attend();
  }

  /** Esc: nothing is chosen any more; what is open is closed. */
  back(): void {
    if (this.notice || this.armed || this.picked.length) this.clearPick();
    else if (this.past) this.toLive();
    this.inspected = null;
  }

  /** A click on the map: what it leads to is told where it was. */
  async strike(at: Point, click: () => Promise<void>): Promise<void> {
    this.clickedAt = at;
    await click();
    if (this.clickedAt === at) this.clickedAt = null;
  }

  async clickSpace(id: string): Promise<void> {
    this.inspected = id;
    await this.onClick(() => this.strikes(id) ?? click(this.meant, this.picked, { is: 'space', id }, this.walks, this.starts));
  }

  private strikes(space: string): Step | null {
    const foe = [...this.pieces.values()].some(p => p.at === space && isFoe(p, this.viewer));
    return foe && !this.picked.length ? struck(this.offers, space, this.starts) : null;
  }

  /** A cell of a track or pool, a card. */
  async clickCell(id: string): Promise<void> {
    await this.onClick(() => click(this.offers, this.picked, { is: 'cell', id }, this.walks, this.starts));
  }

  /** Whether a click on a piece means that one, and not all that usually go with it. */
  alone: (id: string) => boolean = () => false;

  /** A click on a counter; on a board where each fights for itself it means that one alone. */
  async clickPiece(id: string, alone = false): Promise<void> {
    const seen = this.pieces.get(id);
    if (!seen) return this.inTurn(async () => void (this.waiting.includes(id) && (this.picked = [{ is: 'piece', id }])));
    this.inspected = seen.at;
    await this.onClick(() => {
      const piece = this.pieces.get(id) ?? seen;
      if (id === this.bound && piecesOf(this.picked).join() === id) return null; // it was chosen by itself, and whoever clicks it means to choose it
      const strike = piece.side !== this.viewer && this.strikes(piece.at);
      if (strike) return strike;
      const step = clickPiece(this.offers, this.picked, piece, this.stackOf(piece), this.walks, [...this.starts, ...this.asides]); // nothing is said by the way by a click on a counter
      if (step.do === 'refuse' && piece.side !== this.viewer && !this.picked.length) return null; // only looking
      if (step.do === 'refuse' && piece.side !== this.viewer) return { ...step, texts: [...questions(this.offers, this.picked, { is: 'space', id: piece.at }), ...step.texts], thing: { is: 'space', id: piece.at } }; // why those that are chosen do not get there
      const asOne = step.do === 'pick' && !alone && !this.alone(id) && piece.side === this.viewer && this.title?.as_one && step.picked.length === 1 && !this.picked.length;
      return asOne ? this.picking(this.pileOf(piece)) : step;
    }, seen);
  }

  /** What is on its way comes to rest where it is, if another own piece is clicked that sets out then, or one below it in its pile; whether that must be confirmed. */
  private async restsFor(piece: Piece): Promise<boolean> {
    const idle = piece.side === this.viewer && !this.picked.length && !isOffered(this.now, piece.id);
    if (!this.token || !idle || !this.now.some(o => o.stop) || !isUnderWay(this.now, this.starts)) return false;
    try {
      for (const id of [piece, ...this.stackOf(piece).filter(p => p.side === this.viewer && p.id !== piece.id)].map(p => p.id)) {
        const { say } = await this.ask(api.group(this.id, this.token, this.ply, [id]));
        const rest = say.length > 1 ? this.now.find(o => o.stop && o.text === say[0]) : undefined;
        if (rest) await this.weigh(rest, this.armed);
        if (rest) return !!this.armed;
      }
      return false;
    } catch (error) {
      this.tell(error);
      return true;
    }
  }

  /** Pieces that wait off the board: the first one is chosen, so that the places for it are lit and one click answers. */
  readonly waiting: string[] = $derived.by(() => {
    const named = this.now.filter(o => !o.stop).map(o => o.args.find(a => a.is === 'piece')?.id);
    return named.length && named.every(id => id && !this.onBoard(id)) ? [...new Set(named as string[])] : [];
  });
  /** The first of own pieces of which each must be told where it goes, and nothing else can be said. */
  private get bound(): string | undefined {
    const goes = (o: Offer): boolean => !o.stop && o.args.length === 2 && o.args[0].is === 'piece' && o.args[1].is === 'space' && this.pieces.get(o.args[0].id)?.side === this.viewer;
    return this.now.length && this.now.every(goes) ? this.now[0].args[0].id : undefined;
  }
  /** Own pieces off the board that can do something, as others on it can. */
  readonly beside: string[] = $derived.by(() => {
    if (this.waiting.length) return [];
    const named = this.now.flatMap(o => [...o.args, ...(o.by ?? [])]).filter(a => a.is === 'piece').map(a => a.id);
    return [...new Set(named)].filter(id => this.pieces.get(id)?.side === this.viewer && !this.onBoard(id));
  });
  private onBoard(id: string): boolean {
    return !!this.model?.place.has(this.pieces.get(id)?.at ?? '');
  }

  /** Adds a piece to those that are chosen, or lets go of it; on top of a pile it stands for the next of the pile. */
  async addPiece(top: string, pile: readonly Piece[] = []): Promise<void> {
    let id = top;
    const able = await this.inTurn(async () => {
      const chosen = piecesOf(this.picked);
      id = nextOf(this.now, this.picked, top, pile);
      if (!this.deciding() || (!chosen.includes(id) && !isOffered(this.now, id))) return false;
      await this.follow(this.picking(chosen.includes(id) ? chosen.filter(p => p !== id) : [...chosen, id]));
      return true;
    });
    if (!able) return this.clickPiece(id);
    await this.looking;
  }

  /** A piece that is carried takes with it all that a click on it would choose. */
  grasp(id: string): Promise<void> {
    const piece = this.pieces.get(id);
    const pile = piece && this.title?.as_one && !this.alone(id) ? this.pileOf(piece) : [];
    return this.choose(pile.length ? pile : [id]);
  }

  /** Several pieces at once: a frame round them, a whole stack. */
  choose(ids: readonly string[]): Promise<void> {
    return this.chooseAll(() => ids);
  }

  /** All of a stack that can do the same. */
  pickStack(id: string): Promise<void> {
    return this.chooseAll(() => {
      const piece = this.pieces.get(id);
      return piece ? mates(this.now, piece, this.stackOf(piece), a => alike(this.now, a.id, id)).map(t => t.id) : [];
    });
  }

  private async chooseAll(ids: () => readonly string[]): Promise<void> {
    await this.inTurn(async () => {
      if (this.deciding()) await this.follow(this.picking(ids()));
    });
    await this.looking;
  }

  /** Those of some pieces that can be chosen. */
  private picking(ids: readonly string[]): Step {
    const able = ids.filter(id => this.pieces.get(id)?.side === this.viewer && isOffered(this.now, id));
    if (able.length) this.inspected = this.pieces.get(able[0])?.at ?? null;
    return { do: 'pick', picked: able.map(id => ({ is: 'piece', id })) };
  }

  /** All of a formation in one space, where these are chosen as one. */
  private pileOf(piece: Piece): string[] {
    const same = (a: Piece, b: Piece): boolean => formation(a, this.model?.faces[a.face]) === formation(b, this.model?.faces[b.face]);
    return mates(this.now, piece, this.stackOf(piece), same).map(t => t.id);
  }

  private stackOf(piece: Piece): Piece[] {
    return [...this.pieces.values()].filter(p => p.at === piece.at && p.side === piece.side);
  }

  private get starts(): readonly string[] {
    return this.title?.starts ?? [];
  }

  private get asides(): readonly string[] {
    return this.prompt?.earnest ? [] : (this.title?.asides ?? []);
  }

  private deciding(): boolean {
    return !!this.prompt?.yours && this.curtain < 0;
  }

  /** Nor is anything else looked at than what is asked. */
  private answering(): boolean {
    return this.deciding() && !this.past && !this.film.on;
  }

  /** Does what a click means; `seen` is what waited to be confirmed when it was made. */
  private async follow(step: Step, seen: Armed | null = null): Promise<void> {
    [this.notice, this.noticeAt] = [null, null];
    if (step.do === 'take') return this.weigh(step.offer, seen);
    if (step.do === 'walk') return step.onto ? this.walkOnto(step.texts) : this.setOut(step.texts, step.to, seen);
    this.armed = null;
    if (step.do === 'refuse') return this.askWhy(step.texts, step.thing);
    const before = piecesOf(this.picked).join();
    this.picked = step.picked;
    const pieces = piecesOf(step.picked);
    if (pieces.join() !== before) this.ahead = null;
    if (!pieces.length) [this.walks, this.walksAt] = [{}, -1];
    else if (!this.ahead) this.looking = this.lookAhead(pieces);
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
    const at = this.clickedAt;
    let found: Notice | null = null;
    try {
      const asked = [...this.onward(texts, thing), ...this.afterRest(thing), ...texts.map(text => [...this.saidAhead(text), text])];
      for (const said of asked.flatMap(list => this.forEachChosen(list))) {
        const why = await this.ask(api.why(this.id, this.token, this.ply, said));
        if (why.ok || !why.rule) continue; // it is no name of what is asked for
        found = { text: why.text, rule: why.rule, tone: 'refused' };
        break;
      }
    } catch (error) {
      return this.tell(error);
    }
    const name = this.called(thing);
    const apart = this.standApart(thing);
    const unsaid = lacksPiece(this.now, this.picked, thing, this.starts);
    const spent = thing.is === 'piece' && this.pieces.get(thing.id)?.spent;
    const idle = spent ? `${name} has nothing left to do now` : this.ways.size && thing.is === 'space' ? `${name} is none of the places that are lit` : this.now.some(o => o.args.some(a => a.is === 'piece' || a.is === 'space')) ? `${name} has no part in what is asked now` : 'Nothing on the map answers this question: choose one of its buttons';
    if (apart) found = { text: apart, rule: this.prompt?.rule ?? '', tone: 'refused' };
    this.notice = found ?? { text: unsaid ? `Choose a unit first, then ${name}.` : `${idle}.`, rule: this.prompt?.rule ?? '', tone: 'refused' };
    this.noticeAt = at;
    this.said = this.notice.text;
  }

  /** What keeps several that are chosen from a place, if they stand in different ones and do not set out as one. */
  private standApart(thing: Thing): string {
    const pieces = piecesOf(this.picked);
    const places = new Set(pieces.map(id => this.pieces.get(id)?.at)).size;
    const together = !this.starts.length || !!this.ahead?.say.length || this.ways.size > 0;
    return thing.is === 'space' && places > 1 && !together ? `${pieces.length} units in ${places} places do not set out as one: choose those of one place` : '';
  }

  /** The last text of a list in the name of each chosen piece: it may be another that cannot. */
  private forEachChosen(said: readonly string[]): string[][] {
    const [words, pieces] = [said.at(-1)?.split(' ') ?? [], piecesOf(this.picked)];
    const named = pieces.find(id => words.includes(id));
    return named ? pieces.map(id => [...said.slice(0, -1), words.map(word => (word === named ? id : word)).join(' ')]) : [[...said]];
  }

  /** What people call something that can be clicked. */
  called(thing: Thing): string {
    if (thing.is === 'piece') return this.nameOf(thing.id);
    if (thing.is === 'space') return placeName(this.model, thing.id);
    const cells = (this.view?.panels ?? []).flatMap(p => p.cells ?? []);
    return cells.find(c => c.id === thing.id)?.text || thing.id;
  }

  /** A place that is clicked for chosen pieces, of which no offer names both, or where no enemy is: as the last step of a way that they could go. */
  private onward(texts: readonly string[], thing: Thing): string[][] {
    const pieces = piecesOf(this.picked);
    const own = new Set(this.offers.filter(o => o.args.some(a => pieces.includes(a.id))).map(o => o.verb)); // what only others do, engineers to a bridge, is not meant
    const named = texts.some(text => own.has(text.split(' ')[0]) && pieces.some(id => text.split(' ').includes(id)));
    const met = [...this.pieces.values()].some(p => p.at === thing.id && isFoe(p, this.viewer)); // it may be meant as an attack
    if (thing.is !== 'space' || !this.ahead || (named && met)) return [];
    const ways = Object.entries(this.walks[pieces[0]] ?? {});
    const meant = ways.map(([space, { say }]) => {
      const at = say.findLastIndex(text => text.endsWith(` ${space}`));
      const first = at === say.length - 1 ? at : 0; // of a way the last step; where it is told what it flies for, all before its target
      return at < 0 ? '' : [...say.slice(first, at), say[at].slice(0, -space.length) + thing.id].join('\n');
    });
    return meant[0] && (meant[0].includes('\n') ? new Set(meant).size === 1 : true) ? [[...this.ahead.say, ...meant[0].split('\n')]] : [];
  }

  /** What would be said before a text that is only possible once the chosen pieces have set out. */
  private saidAhead(text: string): readonly string[] {
    const [verb] = text.split(' ');
    return this.now.some(o => o.verb === verb) || !this.ahead?.offers.some(o => o.verb === verb) ? [] : this.ahead.say;
  }

  /** An own piece that is clicked while another is on its way: whether it could set out once that one rests. */
  private afterRest(thing: Thing): string[][] {
    const rest = this.now.find(o => o.stop);
    const own = thing.is === 'piece' && this.pieces.get(thing.id)?.side === this.viewer;
    return rest && own && isUnderWay(this.now, this.starts) ? this.starts.map(verb => [rest.text, `${verb} ${thing.id}`]) : [];
  }

  // Doing

  /** Takes an offer: at once, or, where dice fall or something may be regretted, after a second click. */
  take(offer: Offer): Promise<void> {
    const [seen, asked] = [this.armed, this.ply];
    if (offer.stop && this.film.hasJustEnded()) return Promise.resolve(); // it was meant for the film, which lay where the stop is now
    return this.inTurn(async () => {
      if (!this.isDone(offer, asked)) await this.weigh(offer, seen);
    });
  }

  /** A button that was pressed twice, the second time before the first had led to anything. */
  private isDone(offer: Offer, asked: number): boolean {
    return this.ply !== asked && this.taken === offer.text;
  }

  private async weigh(offer: Offer, seen: Armed | null): Promise<void> {
    if (!this.token || !this.offers.some(o => o.text === offer.text)) return;
    if (this.armed?.offer.text === offer.text) return seen?.offer.text === offer.text ? this.carryOut(offer, false) : undefined;
    const ply = this.ply;
    try {
      const before = this.saidBefore(offer);
      const advice = await api.forecast(this.id, this.token, ply, [...before, offer.text]);
      if (ply !== this.ply) return;
      const undone = offer.stop && offer.text !== 'pass' ? this.leftUndone() : 0;
      const unwarned = undone && !this.warned.has(this.question()); // it is not asked about twice, but what is asked says it each time
      const declined = offer.stop && !!this.view?.occasion; // who keeps out of what others do has nothing to weigh
      const told = !!this.view?.battle && (inLines(this.view.battle) || isFight(advice.forecast)); // the chances stand on the board already
      const unseen = (advice.rolls || (!!advice.forecast && !told)) && this.fight < 0 && !declined;
      if (unseen || advice.cautions.length || unwarned) {
        this.armed = { offer, advice, undone, before };
        if (undone) this.warned.add(this.question());
        this.said = advice.forecast ? `${advice.forecast.title}: ${advice.forecast.chances.map(c => `${/[a-z]/.test(c.name) ? c.name : c.means || c.name} ${c.margin ? 'about ' : ''}${Math.round(c.chance * 100)} percent`).join(', ')}. Again to confirm.` : `${offer.label}: again to confirm.`;
      } else await this.carryOut(offer, false);
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
    return this.counted(question);
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

  /** The odds of an offer and all that leads to its dice, with choices assumed. */
  async foresee(offer: Offer, given: Record<string, string>): Promise<Preview | null> {
    return this.token ? this.ask(api.forecast(this.id, this.token, this.ply, [...(this.armed?.before ?? []), offer.text], given)) : null;
  }

  /** What is about to be done goes on like this. */
  rearm(offer: Offer, usual: Said[]): void {
    if (this.armed?.offer.text === offer.text) this.armed = { ...this.armed, advice: { ...this.armed.advice, usual } };
  }

  /** The odds of attacks that are put together or fought now. */
  outlook(given: Record<string, string>): Promise<Forecast[]> {
    return this.ask(api.outlook(this.id, this.token, this.ply, given));
  }

  /** Says several things in a row, as proposed. */
  propose(says: readonly string[]): Promise<void> {
    const asked = this.ply;
    return this.inTurn(async () => {
      if (this.ply === asked && this.deciding()) await this.walk([...says]);
    });
  }

  /** Goes several steps; what the last one leads to is weighed as if it had been clicked. */
  march(says: readonly string[]): Promise<void> {
    const asked = this.ply;
    return this.inTurn(async () => {
      if (this.ply === asked && this.deciding()) await this.walkOnto([...says]);
    });
  }

  /** Own pieces that could still act. */
  leftUndone(): number {
    if (this.prompt?.free) return 0;
    const deeds = this.title?.deeds ?? [];
    const named = this.now.filter(o => !o.stop && (!deeds.length || deeds.includes(o.verb))).flatMap(o => [...o.args, ...(o.by ?? [])]);
    return new Set(named.filter(a => a.is === 'piece' && this.pieces.get(a.id)?.side === this.viewer).map(a => a.id)).size;
  }

  /** Nothing is left but to stop, or what there was to do is done; what is proposed is left to do, and so is what the one that is on its way could do, whom no offer names. */
  readonly finished: boolean = $derived.by(() => !this.view?.proposals?.length && !this.view?.battle?.proposals?.length && (!!this.prompt?.free || this.now.every(o => o.stop || this.isAside(o)) || (this.acted.has(this.question()) && !this.leftUndone() && !this.now.some(o => !o.stop && this.title?.deeds?.includes(o.verb)))));

  /** Said by the way, and seldom meant: it is no reason not to go on. */
  isAside(offer: Offer): boolean {
    return this.asides.includes(offer.verb);
  }

  /** Names the question that is being asked, so that it is warned once; what is asked out of turn is a new one each time. */
  private question(): string {
    return `${this.prompt?.side} ${this.prompt?.frame.join('>')} ${this.prompt?.rule} ${this.view?.when} ${this.view?.occasion?.text ?? ''}`;
  }

  /** Does it; of an attack all that leads to its dice, unless it is to be decided step by step. */
  commit(offer: Offer, byStep = false): Promise<void> {
    const asked = this.ply;
    return this.inTurn(async () => {
      const walk = this.armed?.offer.text === offer.text ? this.armed.walk : undefined;
      if (walk && this.ply === asked) return this.goIn(walk, this.armed!.offer.args[0].id);
      if (!this.isDone(offer, asked) && this.offers.some(o => o.text === offer.text)) await this.carryOut(offer, byStep);
    });
  }

  private async carryOut(offer: Offer, byStep: boolean): Promise<void> {
    const armed = this.armed?.offer.text === offer.text ? this.armed : null;
    const before = armed?.before ?? this.saidBefore(offer);
    const usual = armed?.advice.usual ?? [];
    const texts = usual.length > 1 && !byStep ? usual.map(u => u.text) : [offer.text];
    const depth = this.fight < 0 ? (this.prompt?.frame.length ?? -1) : this.fight;
    if (isFight(armed?.advice.forecast)) this.fight = depth;
    const stood = offer.by?.length ? piecesOf(this.picked) : [];
    const places = (): number => new Set(stood.map(id => this.pieces.get(id)?.at)).size;
    const apart = places();
    const [from, side, all] = [this.ply, this.viewer, [...before, ...texts]];
    this.acted.add(this.question());
    this.taken = offer.text;
    const done = await this.act((token, ply) => api.say(this.id, token, ply, all));
    if (done) this.noteStart(all.slice(0, done.ply - from));
    if (armed?.advice.rolls && this.snapshot?.view.battle && (this.snapshot.prompt?.frame.length ?? 0) > depth) this.fight = depth; // a roll for something else is no fight, and what follows from it is asked
    if (done && usual.length > 1 && !byStep) await this.goOnWith(all.slice(done.ply - from), done, side, armed);
    if (done && stood.length && this.deciding() && places() <= apart && stood.every(id => isOffered(this.now, id))) await this.follow(this.picking(stood));
  }

  /** The rest of what was confirmed as a whole: the other side is, or was, asked in between, or something came to light. */
  private async goOnWith(rest: string[], done: Moved, side: number, armed: Armed | null): Promise<void> {
    for (let told: Moved | null = done; told && rest.length; ) {
      if (!told.snapshot.prompt?.yours || this.view?.occasion) return void (this.plan = { side, says: rest });
      if (!(told.snapshot.ply > told.ply || this.asForeseen(armed)) || !this.now.some(o => o.text === rest[0])) return;
      const [from, says] = [this.ply, rest];
      told = await this.act((token, ply) => api.say(this.id, token, ply, says));
      rest = told ? rest.slice(told.ply - from) : [];
    }
  }

  /** Whether those fight who were expected to, nobody else having come to light. */
  private asForeseen(armed: Armed | null): boolean {
    const fighters = (parties: readonly Party[] = []): string => parties.map(p => `${p.side}: ${p.fighters.map(f => f.piece).sort().join()}`).sort().join('; ');
    return !!armed?.advice.forecast && !!this.view?.battle && fighters(armed.advice.forecast.parties) === fighters(this.view.battle.parties);
  }

  /** The same to several pieces at once. */
  tellAll(offers: readonly Offer[]): Promise<void> {
    const asked = this.ply;
    return this.inTurn(async () => {
      if (this.ply === asked && this.deciding()) await this.say(offers.map(o => o.text));
    });
  }

  /** To beside enemies, and then the step that meets them, as if it had been clicked there. */
  private async walkOnto(texts: string[]): Promise<void> {
    await this.walk(texts.slice(0, -1));
    const last = this.now.find(o => o.text === texts[texts.length - 1]);
    if (last && this.deciding()) await this.weigh(last, null);
  }

  /** Where several go to one place, what is lost by it is said before the first sets out. */
  private async setOut(texts: string[], to: string, seen: Armed | null): Promise<void> {
    const first = this.offers.find(o => o.text === texts[0]);
    const confirmed = !!seen?.walk && seen.walk.join() === texts.join();
    if (!this.token || !first || piecesOf(this.picked).length < 2) return this.walk(texts);
    if (confirmed) return this.goIn(texts, to);
    const ply = this.ply;
    try {
      const advice = await this.ask(api.forecast(this.id, this.token, ply, texts));
      if (ply !== this.ply) return;
      if (!advice.cautions.length) return await this.goIn(texts, to);
      const offer = { ...first, label: `All go to ${placeName(this.model, to)}`, args: [{ kind: '', is: 'space' as const, id: to }], by: [] };
      this.armed = { offer, advice, undone: 0, before: [], walk: texts };
      this.said = `${offer.label}: again to confirm.`;
    } catch (error) {
      this.tell(error);
    }
  }

  /** Several that go in where enemies are mean to attack them: what that would bring is shown, to be confirmed. */
  private async goIn(texts: string[], to: string): Promise<void> {
    await this.walk(texts);
    const [offer, ply] = [this.deciding() ? this.strikes(to) : null, this.ply];
    if (offer?.do !== 'take' || !this.token) return;
    const advice = await this.ask(api.forecast(this.id, this.token, ply, [offer.offer.text]));
    if (ply === this.ply && isFight(advice.forecast)) this.armed = { offer: offer.offer, advice, undone: 0, before: [] };
  }

  /** Who may break in as soon as pieces set out is asked then; let go, they walk on. */
  private async walk(texts: string[]): Promise<void> {
    this.acted.add(this.question());
    const [from, side, out] = [this.ply, this.viewer, this.ahead?.say.length ?? 0];
    const done = await this.act((token, ply) => api.say(this.id, token, ply, texts));
    if (done) this.noteStart(texts.slice(0, done.ply - from));
    if (done && out && done.ply - from === out) await this.goOnWith(texts.slice(out), done, side, null);
  }

  /** Of who has only just set out nothing is done yet, though the same was asked of another one before. */
  private noteStart(texts: string[]): void {
    const start = texts.findLastIndex(text => this.starts.includes(text.split(' ')[0]));
    if (start < 0) return;
    if (start < texts.length - 1) this.acted.add(this.question());
    else this.acted.delete(this.question());
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

  stand(wishes: readonly Wish[]): Promise<void> {
    return this.inTurn(async () => {
      if (!this.token) return;
      try {
        this.receive(await api.stand(this.id, this.token, [...wishes]));
      } catch (error) {
        this.tell(error);
      }
    });
  }

  /** The answer to a computer that offers to give the game up. */
  answerOffer(accept: boolean): Promise<void> {
    return this.inTurn(async () => {
      if (!this.token) return;
      try {
        this.receive(await api.resign(this.id, this.token, accept));
      } catch (error) {
        this.tell(error);
      }
    });
  }

  /** Says what somebody else has put together: the coach of a lesson. */
  perform(texts: string[]): Promise<void> {
    const asked = this.ply;
    return this.inTurn(async () => {
      if (this.ply !== asked) return;
      this.clearPick();
      await this.walk(texts);
    });
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
    this.unmet = null;
    let done = (): void => undefined;
    this.doing = new Promise(ok => (done = ok));
    try {
      await Promise.allSettled(this.asking); // questions about this moment are answered before it is over
      const moved = await request(token, this.ply);
      this.begun = [...this.begun.filter(ply => ply < Math.min(this.origin, moved.ply)), ...(this.origin < moved.ply ? [this.origin] : [])];
      remember('begun', [this.id, ...this.begun].join(' '));
      this.toLive();
      this.lookAfter(moved.snapshot);
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

  /** Whoever was chosen and has gone elsewhere is looked at there. */
  private lookAfter(next: Snapshot): void {
    const [first] = piecesOf(this.picked);
    const now = first && this.inspected === this.pieces.get(first)?.at ? next.view.pieces.find(p => p.id === first)?.at : undefined;
    if (now && this.model?.place.has(now)) this.inspected = now;
  }

  /** Back by all that one click has done, or to a given moment. */
  undo(to?: number): Promise<void> {
    return this.inTurn(async () => {
      const limit = this.snapshot?.undo;
      if (limit == null || limit >= this.ply) return;
      const target = Math.max(limit, to ?? this.begun.findLast(ply => ply < this.ply) ?? this.ply - 1);
      this.plan = null;
      await this.act((token, ply) => api.undo(this.id, token, ply, target));
      this.acted.delete(this.question()); // there is something to do about it again
    });
  }

  readonly choices: Offer[] = $derived(this.picked.length ? matching(this.offers, this.picked) : []);
}
