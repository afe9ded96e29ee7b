// Who holds what: the spaces of each side, and the front where they meet the other's.
import { chain, pathOf } from './geometry';
import type { Model } from './model';

export interface Held {
  side: number;
  fill: string;
  front: string;
}

export function heldBy(model: Model, holder: ReadonlyMap<string, number>): Held[] {
  const front = model.sides.filter(({ spaces: [a, b] }) => {
    const [here, there] = [holder.get(a) ?? -1, holder.get(b) ?? -1];
    return here >= 0 && there >= 0 && here !== there;
  });
  const line = chain(front).map(points => pathOf(points)).join('');
  return [0, 1].map(side => ({ side, fill: model.polygons.filter(p => holder.get(p.id) === side).map(p => pathOf(p.outline, true)).join(''), front: line }));
}
