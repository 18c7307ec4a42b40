import { type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Fresh, OpenAnswer } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt, type Site, sitesBelow } from '../sites.ts';
import { escapeAll } from '../spellings.ts';
import { caseOf, rawDraft, type Twin, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** Text that implementations mangle: trimmed, escaped, normalised, cut, or read as something else. */
export const texts: Family = {
  name: 'texts',
  summary: 'text arrives as it was sent, whatever its characters',
  *generate(twin) {
    if (twin.body === undefined) return;
    for (const site of sitesBelow(twin.body.schema, twin.body.full)) {
      if (typeof site.value === 'string') yield* casesAt(twin, twin.body, site);
    }
  },
};

interface Specimen {
  readonly name: string;
  readonly text: string;
  /** The spelling of the JSON, where it is not the plain one. */
  write?(value: Json): string;
  /** What the contract leaves open for it: a refusal with the declared error. */
  readonly open?: string;
}

const specimens: readonly Specimen[] = [
  { name: 'empty', text: '', open: 'an empty text may be refused' },
  { name: 'one letter', text: 'x' },
  { name: 'white space only', text: '   ', open: 'a blank text may be refused' },
  { name: 'white space around', text: '  Boston fern\t' },
  { name: 'white space inside', text: 'Boston   fern' },
  { name: 'line breaks', text: 'Boston\r\nfern\n' },
  { name: 'quotes', text: `"Boston" 'fern' \`x\`` },
  { name: 'backslashes', text: 'C:\\plants\\fern\\' },
  { name: 'control characters', text: '\u0001\b\f\u001f\u007f', open: 'control characters may be refused' },
  { name: 'nul', text: 'Boston\u0000fern', open: 'U+0000 cannot be stored by some databases' },
  { name: 'accented', text: 'Fougère à l’été, Äpfel, straße, İi' },
  { name: 'composed', text: 'caf\u00e9 \u00c5' },
  { name: 'decomposed', text: 'cafe\u0301 A\u030a' },
  { name: 'other scripts', text: '蕨 シダ Папоротник سرخس דשרך' },
  { name: 'astral', text: '🌵🪴 𝒻𝑒𝓇𝓃' },
  { name: 'astral, escaped in the JSON', text: '🌵 fern', write: escapeAll },
  { name: 'joined emoji', text: '👩🏽‍🌾👨‍👩‍👧‍👦🏳️‍🌈' },
  { name: 'invisible marks', text: 'a\u200bb\u200e\u202ec\ufeffd\u00ad' },
  { name: 'full width', text: 'Ｆｅｒｎ　１２３' },
  { name: 'markup', text: '<b>fern</b> &amp; <script>alert(1)</script>' },
  { name: 'percent signs', text: '%41 %20 100% %s %n' },
  { name: 'plus signs', text: 'a+b c' },
  { name: 'sql', text: `Robert'); DROP TABLE plants;--` },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that template engines fill in
  { name: 'templates', text: '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}' },
  { name: 'null as text', text: 'null' },
  { name: 'true as text', text: 'true' },
  { name: 'number as text', text: '123' },
  { name: 'leading zeros as text', text: '0123' },
  { name: 'exponent as text', text: '1e3' },
  { name: 'date as text', text: '2026-02-29T25:61:00Z' },
  { name: 'mixed case', text: 'bOSTON Fern' },
  { name: '255 characters', text: `${'f'.repeat(254)}!`, open: 'long text may be refused' },
  { name: '256 characters', text: `${'f'.repeat(255)}!`, open: 'long text may be refused' },
  { name: '1000 characters', text: `${'fern '.repeat(199)}fern!`, open: 'long text may be refused' },
  { name: '65536 characters', text: `${'fern'.repeat(16_383)}end!`, open: 'long text may be refused' },
];

function* casesAt(twin: Twin, body: TwinBody, site: Site) {
  for (const { name, text, open, write = stringifyJson } of specimens) {
    if (!isValid(body.schema, replaceAt(body.full, site.path, text), 'request')) continue;
    yield caseOf(twin, {
      family: 'texts',
      name: `${site.name}/${name}`,
      topic: site.name,
      expectation: 'accept',
      mutation: `${site.name} is a text with: ${name}`,
      place: site.schema.place,
      open: openAnswers(site, open),
      fixed: 'text',
      build: (fresh: Fresh) => {
        const value = replaceAt(freshen(body.full, body.schema, fresh), site.path, text);
        return rawDraft(twin, { text: write(value), value });
      },
    });
  }
}

/** A format that this kit does not know may well be checked by the implementation. */
function openAnswers({ flat }: Site, because: string | undefined): readonly OpenAnswer[] {
  const unknown =
    flat.format === undefined ? undefined : `the format "${flat.format}" may have rules of its own`;
  return [because, unknown]
    .filter((reason) => reason !== undefined)
    .map((reason) => ({ status: 'declared client error', because: reason }));
}
