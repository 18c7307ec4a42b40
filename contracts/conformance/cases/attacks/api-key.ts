import { asIs } from '../../../../shell/credential-form.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { type Attack, derived, literal, misplaced, misspelt, unknownSecret } from './attack.ts';
import { damages } from './damage.ts';

const places = ['header', 'query', 'cookie'] as const;

/** `apiKey` in a header, the query or a cookie. */
export function apiKeyAttacks({
  in: where = 'header',
  parameterName: name = '',
}: SecurityScheme): readonly Attack[] {
  return [
    literal('empty', 'empty', ''),
    literal('wrong', 'a key that was never given out', unknownSecret),
    literal('sql', 'a text that would end an SQL string', `' OR '1'='1`),
    literal('null', 'the word null', 'null'),
    literal('undefined', 'the word undefined', 'undefined'),
    ...damages
      // A cookie ends at white space, and a URL has none.
      .filter((damage) => where === 'header' || damage.name !== 'with a space inside')
      .map(({ name, words, template }) => derived(name, words.replace('secret', 'key'), template)),
    ...(where === 'header' ? [quoted] : []),
    ...(where === 'cookie' ? [] : [after]),
    { ...misplaced(where, `x${name}`), name: 'under a longer name' },
    { ...misplaced(where, `${name}_old`), name: 'under a name with more behind' },
    ...places.filter((place) => place !== where).map((place) => misplaced(place, name)),
  ];
}

const quoted = misspelt('quoted', 'the right key in quotes', ['"', asIs, '"']);

const after = misspelt('after a comma', 'the right key behind a wrong one and a comma', ['x,', asIs]);
