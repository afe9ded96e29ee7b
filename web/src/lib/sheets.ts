// Boards that pictures are cut from: each is fetched and built once, and one thread paints the parts of it.
import { api } from './api';
import type { Rect } from './map/geometry';
import { buildModel, type Model } from './map/model';
import { newMaker, type Maker } from './map/tiles';
import type { Board } from './types';

export class Sheet {
  readonly model: Model;
  private maker: Maker | null = null;
  private readonly parts = new Map<string, Promise<string>>();
  private readonly waiting = new Map<string, (address: string) => void>();

  constructor(readonly board: Board) {
    this.model = buildModel(board);
  }

  /** The address of a picture of a part of the map, in map pixels; `level` are the picture's pixels for each of them. */
  part(rect: Rect, level: number): Promise<string> {
    const key = [...rect.map(Math.round), level.toFixed(2)].join(' ');
    let part = this.parts.get(key);
    if (!part) {
      part = new Promise(done => this.waiting.set(key, done));
      this.parts.set(key, part);
      this.thread().send({ kind: 'part', key, rect, level });
    }
    return part;
  }

  private thread(): Maker {
    if (!this.maker) {
      this.maker = newMaker(made => {
        if (made.kind !== 'part') return;
        this.waiting.get(made.key)?.(URL.createObjectURL(made.picture));
        this.waiting.delete(made.key);
      });
      this.maker.send({ kind: 'board', board: this.board });
    }
    return this.maker;
  }
}

const sheets = new Map<string, Promise<Sheet>>();

/** The sheet of a title, with our own values. */
export function sheetOf(slug: string): Promise<Sheet> {
  let sheet = sheets.get(slug);
  if (!sheet) {
    sheet = api.board(slug).then(board => new Sheet(board));
    sheet.catch(() => sheets.delete(slug));
    sheets.set(slug, sheet);
  }
  return sheet;
}
