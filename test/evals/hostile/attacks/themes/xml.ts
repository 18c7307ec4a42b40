import { type Attack, type AttackTheme, open } from '../attack.ts';
import { post } from '../requests.ts';

function xml(text: string, type = 'application/xml'): string {
  return post(`Content-Type: ${type}\r\nContent-Length: ${text.length}\r\n`, text, '/labels');
}
const billionLaughs = Array.from({ length: 10 }, (_unused, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
  '',
);
const malformed = open(400, /1002/);

const attacks: readonly Attack[] = [
  {
    name: 'entities within entities (a billion laughs)',
    reason: 'none that a document declares is replaced',
    sends: xml(`<!DOCTYPE l [<!ENTITY l0 "ha">${billionLaughs}]><label>&l10;</label>`),
    expected: open(400, /1102/),
  },
  {
    name: 'an entity from a file',
    reason: 'no file is read',
    sends: xml('<!DOCTYPE l [<!ENTITY f SYSTEM "file:///etc/passwd">]><label>&f;</label>'),
    expected: open(400, /1102/),
  },
  {
    name: 'an entity from another host',
    reason: 'no connection is made',
    sends: xml('<!DOCTYPE l [<!ENTITY f SYSTEM "http://127.0.0.1:1/">]><label>&f;</label>'),
    expected: open(400, /1102/),
  },
  {
    name: '100,000 elements within each other',
    reason: 'a reader that calls itself would overflow',
    sends: xml('<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
    expected: malformed,
  },
  {
    name: '100,000 elements that are never closed',
    reason: 'the same',
    sends: xml('<a>'.repeat(100_000)),
    expected: malformed,
  },
  {
    name: '100,000 attributes',
    reason: 'each is read once',
    sends: xml(`<label ${Array.from({ length: 100_000 }, (_unused, n) => `a${n}=""`).join(' ')}/>`),
    expected: open(400),
  },
  {
    name: 'an unknown charset',
    reason: 'it cannot be read',
    sends: xml('<label/>', 'application/xml; charset=wonders'),
    expected: open(400, /1004/),
  },
];

export const xmlBodies: AttackTheme = {
  name: 'XML',
  sends: 'entities within entities, entities from files and from other hosts, 100,000 levels, 100,000 attributes',
  store: 'forms',
  attacks,
};
