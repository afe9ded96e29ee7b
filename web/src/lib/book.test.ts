import { describe, expect, it } from 'vitest';
import { dress, find, glossary, isPart, passages, saying, search, usedIn } from './book';
import type { Board, Book } from './types';

const p = (row: string, text: string): string => `<p data-rows="${row}"><span class="rows"><b>${row.replace(/-[a-z]$/, '')}</b> </span>${text}</p>`;
const BOOK: Book = {
  title: 'toy',
  name: 'Toy',
  written: true,
  chapters: [
    { id: '1', name: 'Aim', sections: [{ blocks: [{ html: '<p>Win the field.</p>' }] }] },
    {
      id: '2',
      name: 'Fighting',
      sections: [
        { id: '2.1', name: 'Who fights', blocks: [{ html: p('2.1-a', 'All units fight; guns never lead. They help.') + p('2.1-b', 'A second thing.'), rows: ['2.1-a', '2.1-b'] }] },
        { id: '2.2', name: 'Results', blocks: [{ html: '<div class="table"><table><thead>\n<tr>\n<th></th>\n<th></th>\n</tr>\n</thead><tbody><tr data-rows="2.2.1A"><td><span class="rows"><b>2.2.1A</b> </span>a <b>lower</b> total</td><td>Repulse</td></tr></tbody></table></div>', rows: ['2.2.1A'] }, { html: '<p>A box.</p>', kind: 'ruling', title: 'Ties' }, { html: 'Somewhere', kind: 'diagram', title: 'Somewhere', diagram: '2-1' }] },
      ],
    },
  ],
};
const ALL = passages(BOOK);

describe('a rule of the book', () => {
  it('is found by its row, its section, its chapter, a part of it, or what is next above', () => {
    expect(find(BOOK, ALL, '2.1-b')).toEqual({ key: 'block-1-0-0', rows: ['2.1-b'] });
    expect(find(BOOK, ALL, '2.2')).toEqual({ key: 'section-1-1', rows: [] });
    expect(find(BOOK, ALL, '2.2.1')).toEqual({ key: 'block-1-1-0', rows: ['2.2.1A'] });
    expect(find(BOOK, ALL, 'chapter-2')).toEqual({ key: 'chapter-1', rows: [] });
    expect(find(BOOK, ALL, '2.1.7-c')).toEqual({ key: 'section-1-0', rows: [] });
    expect(find(BOOK, ALL, '77')).toBeNull();
    expect([isPart('11.4.4-a', '11.4'), isPart('11.40', '11.4')]).toEqual([true, false]);
  });
  it('is said in one sentence', () => {
    expect(saying(BOOK, ALL, '2.1-a')).toBe('All units fight.');
    expect(saying(BOOK, ALL, '2.1')).toBe('All units fight.');
    expect(saying(BOOK, ALL, '2.2.1A')).toBe('A lower total: Repulse');
    expect(saying(BOOK, ALL, '77')).toBe('');
    const priced = { ...BOOK, chapters: [{ id: '9', name: 'Movement', sections: [{ blocks: [{ html: '<table><tbody><tr data-rows="9.2"><td>An Area without enemies</td><td>1</td></tr></tbody></table>', rows: ['9.2'] }] }] }] };
    expect(saying(priced, passages(priced), '9.2')).toBe('An Area without enemies: 1');
    const uses = { ...BOOK, chapters: [{ id: '12', name: 'Uses', sections: [{ blocks: [{ html: '<table><tbody><tr data-rows="12.1"><td>D</td><td>Fuel Shortage</td><td>Allies</td><td>no Combined Operations</td></tr></tbody></table>', rows: ['12.1'] }] }] }] };
    expect(saying(uses, passages(uses), '12.1')).toBe('Fuel Shortage, Allies: no Combined Operations');
    const begun = { ...BOOK, chapters: [{ id: '6', name: 'Reaction', sections: [{ blocks: [{ html: '<p data-rows="6.5">It opens when a unit or stack</p>', rows: ['6.5'] }] }] }] };
    expect(saying(begun, passages(begun), '6.5')).toBe('It opens when a unit or stack …');
  });
  it('has its words in a glossary, of which a chapter shows those that it uses', () => {
    const html = '<ul><li><strong>Gun:</strong> never leads. See <a>2</a>.</li><li><strong>Action Points (AP):</strong> are spent.</li><li>Nothing.</li></ul>';
    const terms = glossary({ ...BOOK, chapters: [...BOOK.chapters, { id: '', name: 'Words', sections: [{ blocks: [{ html }] }] }] });
    expect(terms).toEqual([{ name: 'Gun', text: 'never leads.' }, { name: 'Action Points (AP)', text: 'are spent.' }]);
    expect(usedIn(terms, 'All units fight; guns never lead.').map(t => t.name)).toEqual(['Gun']);
    expect(usedIn(terms, 'It costs 2 AP and no gunner.').map(t => t.name)).toEqual(['Action Points (AP)']);
    expect(usedIn(terms, 'A gun costs 2 AP; a gun fires.', 1).map(t => t.name)).toEqual(['Gun']);
    expect(usedIn(terms, 'A gun costs 2 AP, to move 1 AP.', 1).map(t => t.name)).toEqual(['Action Points (AP)']);
    expect(glossary(BOOK)).toEqual([]);
  });
  it('is found by words and numbers', () => {
    expect(search(ALL, 'LEAD guns').map(h => [h.passage.key, h.match])).toEqual([['block-1-0-0', 'lead']]);
    expect(search(ALL, '2.2.1').map(h => h.passage.key)).toEqual(['block-1-1-0']);
    expect(search(ALL, 'fight').map(h => h.passage.words)).toEqual(['All units fight; guns never lead. They help. A second thing.']);
    expect(search(ALL, 'repulse').map(h => h.before)).toEqual(['a lower total · ']); // cells stay apart
    const battle = { ...BOOK, chapters: [...BOOK.chapters, { id: '3', name: 'Ties', sections: [{ blocks: [{ html: '<p>Nobody wins ties.</p>' }] }] }] };
    expect(search(passages(battle), 'ties').map(h => h.passage.key)).toEqual(['block-2-0-0', 'block-1-1-1']); // what is about it stands first
    const long = { ...BOOK, chapters: [{ id: '4', name: 'Ways', sections: [{ blocks: [{ html: `<p>Back they go ${'through the mines '.repeat(9)}</p>`, kind: 'example' as const, title: 'Which way?' }] }] }] };
    const [hit] = search(passages(long), 'back');
    expect(hit.before).toBe('Which way? ');
    expect(hit.after).toMatch(/ (through|the|mines) …$/); // whole words
    expect(search(ALL, 'zebra')).toEqual([]);
    expect(search(ALL, ' ')).toEqual([]);
  });
});

describe('the text of the book', () => {
  const board = { faces: { 'A&B/full': { nation: 'german', symbol: 'armour', factors: '5-4' } } } as unknown as Board;
  const html = (text: string): string => dress({ id: '2.1', blocks: [{ html: text }] }, board)[0];
  it('has counters and dice that are drawn', () => {
    expect(html('<span class="counter" data-face="A&amp;B/full">A&amp;B</span>')).toMatch(/^<img class="counter" src="data:image.*alt="A&#38;B"/);
    expect(html('<span class="die">5</span>').match(/<circle/g)).toHaveLength(5);
    expect(html('<span class="die">10</span>')).toContain('>10<');
  });
  it('has each number in the margin once, and no empty head of a table', () => {
    expect(html(p('2.1-a', 'One.') + p('2.1-b', 'Two.'))).not.toContain('class="rows"');
    expect(html(p('2.1.1-a', 'One.') + p('2.1.1-b', 'Two.')).match(/class="rows"/g)).toHaveLength(1);
    expect(dress(BOOK.chapters[1].sections[1], board)[0]).not.toContain('thead');
  });
});
