import { randomBytes } from 'node:crypto';
import { isSecured, type SecurityScheme } from '../../../spec/contract.ts';
import type { Case, CredentialValue, OpenAnswer } from '../case.ts';
import { swappedCase } from '../credentials.ts';
import { caseOf, type Twin, validDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** The valid request without the right credentials: whatever the status, it must never be a success. */
export const credentials: Family = {
  name: 'credentials',
  summary: 'a request without the right credentials is refused',
  *generate(twin): Generator<Case> {
    if (!isSecured(twin.operation)) return;
    const seen = new Set<SecurityScheme>();
    for (const { schemes } of twin.operation.security) {
      for (const scheme of schemes.filter((one) => !seen.has(one) && one.type !== 'mutualTLS')) {
        seen.add(scheme);
        yield* casesFor(twin, schemes, scheme);
      }
    }
  },
};

/** A query that the contract does not declare may well lead nowhere. */
const undeclaredQuery: readonly OpenAnswer[] = [
  { status: 404, because: 'the path with a query is not a declared one' },
];

interface Attack {
  readonly name: string;
  readonly words: string;
  readonly value: CredentialValue;
}

function* casesFor(twin: Twin, schemes: readonly SecurityScheme[], scheme: SecurityScheme): Generator<Case> {
  for (const { name, words, value } of [...everyScheme, ...attacksOn(scheme)]) {
    yield caseOf(twin, {
      family: 'credentials',
      name: `${scheme.name}/${name}`,
      topic: name,
      expectation: 'refuse',
      mutation: `the credential of "${scheme.name}" is ${words}`,
      place: scheme.place,
      open: value.kind === 'misplaced' ? undeclaredQuery : [],
      build: (fresh) => ({ ...validDraft(twin, fresh), credentials: { schemes, scheme, value } }),
    });
  }
}

const everyScheme: readonly Attack[] = [{ name: 'none', words: 'left out', value: { kind: 'none' } }];

function attacksOn(scheme: SecurityScheme): readonly Attack[] {
  if (scheme.type === 'apiKey') return apiKeyAttacks();
  return scheme.type === 'http' && scheme.scheme === 'basic' ? basicAttacks() : bearerAttacks();
}

function bearerAttacks(): readonly Attack[] {
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', 'the word Bearer alone', 'Bearer'),
    literal('scheme and space', 'the word Bearer and a space', 'Bearer '),
    literal('wrong', 'a well-formed token that was never given out', `Bearer ${unknownToken()}`),
    literal(
      'other scheme',
      'of the scheme Basic',
      `Basic ${Buffer.from('user:password').toString('base64')}`,
    ),
    derived('right under other scheme', 'the right token under the scheme Basic', {
      shell: 'Basic $PLANT_STORE_TOKEN',
      from: (right) => right.replace(/^\S+/, 'Basic'),
    }),
    derived('without scheme', 'the right token without the word Bearer', {
      shell: '$PLANT_STORE_TOKEN',
      from: (right) => right.replace(/^\S+ /, ''),
    }),
    derived('extended', 'the right token with a letter more', extended('Bearer ')),
    derived('cut', 'the right token with a letter less', cut('Bearer ')),
    derived('other case', 'the right token in another case', {
      shell: 'Bearer $(printf %s "$PLANT_STORE_TOKEN" | tr a-zA-Z A-Za-z)',
      from: swapTokenCase,
    }),
    derived('changed', 'the right token with its last letter changed', {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell to fill in
      shell: 'Bearer ${PLANT_STORE_TOKEN%?}~',
      from: (right) => `${right.slice(0, -1)}${right.endsWith('~') ? '-' : '~'}`,
    }),
    misplaced('query', 'access_token'),
    misplaced('cookie', 'access_token'),
    misplaced('header', 'X-API-Key'),
    literal('quoted', 'a text that would end an SQL string', `Bearer ' OR '1'='1`),
    literal('unsigned', 'a JSON Web Token without a signature', `Bearer ${unsignedToken}`),
    literal('null', 'the word null for a token', 'Bearer null'),
    literal('undefined', 'the word undefined for a token', 'Bearer undefined'),
  ];
}

function basicAttacks(): readonly Attack[] {
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  return [
    literal('empty', 'an empty header', ''),
    literal('scheme alone', 'the word Basic alone', 'Basic'),
    literal('wrong', 'a user and password that do not exist', encoded(`nobody:${unknownToken()}`)),
    literal('not base64', 'not Base64', 'Basic %%%'),
    literal('other scheme', 'of the scheme Bearer', `Bearer ${unknownToken()}`),
  ];
}

function apiKeyAttacks(): readonly Attack[] {
  return [
    literal('empty', 'empty', ''),
    literal('wrong', 'a key that was never given out', unknownToken()),
    derived('extended', 'the right key with a letter more', extended('')),
    derived('cut', 'the right key with a letter less', cut('')),
  ];
}

function literal(name: string, words: string, text: string): Attack {
  return { name, words, value: { kind: 'literal', text } };
}

/** Places where lenient implementations look too. */
function misplaced(where: 'header' | 'query' | 'cookie', name: string): Attack {
  const value = { kind: 'misplaced', in: where, name } as const;
  return { name: `in ${where}`, words: `in the ${where} "${name}", not in its place`, value };
}

/** `{"alg":"none"}.{"sub":"admin"}.` */
const unsignedToken = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhZG1pbiJ9.';

type Derivation = Omit<Extract<CredentialValue, { kind: 'derived' }>, 'kind'>;

function derived(name: string, words: string, derivation: Derivation): Attack {
  return { name, words, value: { kind: 'derived', ...derivation } };
}

function extended(prefix: string): Derivation {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell to fill in
  return { shell: `${prefix}${'${PLANT_STORE_TOKEN}x'}`, from: (right) => `${right}x` };
}

function cut(prefix: string): Derivation {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell to fill in
  return { shell: `${prefix}${'${PLANT_STORE_TOKEN%?}'}`, from: (right) => right.slice(0, -1) };
}

/** Changes the case of one letter at least; a token without letters becomes a wrong one. */
function swapTokenCase(right: string): string {
  const [scheme = '', ...rest] = right.split(' ');
  const token = rest.join(' ');
  const swapped = swappedCase(token);
  return `${scheme} ${swapped === token ? `${token}x` : swapped}`;
}

function unknownToken(): string {
  return `unknown-${randomBytes(12).toString('hex')}`;
}
