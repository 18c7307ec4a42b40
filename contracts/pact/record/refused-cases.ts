/** Requests without the right credentials, scheme by scheme. */
import { isSecured, type SecurityScheme } from '../../../spec/model/contract.ts';
import type { CredentialPlan, Draft, Fresh } from '../../conformance/model/draft.ts';
import { rightValue } from '../../conformance/request/credentials/place.ts';
import type { Twin } from '../../conformance/request/twin.ts';
import { validDraft } from '../../conformance/request/twin-draft.ts';

export interface RefusedCase {
  readonly mutation: string;
  readonly schemes: readonly SecurityScheme[];
  build(fresh: Fresh): Draft;
}

/** Nothing for an operation that lets anybody in. */
export function* refusedCases(twin: Twin): Generator<RefusedCase> {
  const { operation } = twin;
  if (!isSecured(operation)) return;
  const seen = new Set<SecurityScheme>();
  for (const { schemes } of operation.security) {
    for (const scheme of schemes.filter((one) => one.type !== 'mutualTLS' && !seen.has(one))) {
      seen.add(scheme);
      for (const { words, text } of wrongValues(scheme)) {
        const value = text === undefined ? ({ kind: 'none' } as const) : ({ kind: 'literal', text } as const);
        // Another right credential beside it would be taken for one that should be enough.
        const credentials: CredentialPlan = { schemes: [scheme], scheme, value };
        yield {
          mutation: `the credential of "${scheme.name}" is ${words}`,
          schemes: [scheme],
          build: (fresh) => ({ ...validDraft(twin, fresh), credentials }),
        };
      }
    }
  }
}

interface WrongValue {
  readonly words: string;
  readonly text: string | undefined;
}

/** In the form of user and password, so that it is a credential of every scheme. */
const UNKNOWN = 'nobody:never-given-out';

function wrongValues(scheme: SecurityScheme): readonly WrongValue[] {
  const common = [
    { words: 'left out', text: undefined },
    { words: 'one that was never given out', text: rightValue(scheme, UNKNOWN) },
  ];
  if (scheme.type === 'apiKey') return common;
  const [word = ''] = rightValue(scheme, UNKNOWN).split(' ');
  const other = word === 'Basic' ? 'Bearer' : 'Basic';
  return [
    ...common,
    { words: `the word ${word} alone`, text: word },
    { words: `one of the scheme ${other}`, text: `${other} ${Buffer.from(UNKNOWN).toString('base64')}` },
  ];
}
