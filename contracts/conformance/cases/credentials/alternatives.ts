/** Where the contract has several alternatives, each of them is enough, and none at all where it says so. */
import type { Operation, SecurityScheme } from '../../../../spec/contract.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin } from '../../request/twin.ts';
import { validDraft } from '../../request/twin-draft.ts';

export function* otherAlternatives(twin: Twin): Generator<Case> {
  for (const schemes of twin.atHand?.alternatives ?? []) {
    const names = schemes.map(({ name }) => name).join(' and ');
    const words =
      names === '' ? 'no credential is sent' : `the credential of ${names} is sent, and no other one`;
    yield caseOf(twin, {
      family: 'credentials',
      name: `alternative/${names || 'none'}`,
      topic: `alternative ${names || 'none'}`,
      expectation: 'accept',
      mutation: `${words}, which the contract lets be enough`,
      place: placeOf(twin.operation, schemes),
      open: [...ofOthers, ...(schemes.length === 0 && isAboutItem(twin.operation) ? ofNobody : [])],
      build: (fresh) => ({ ...validDraft(twin, fresh), credentials: { schemes } }),
    });
  }
}

function placeOf({ security, place }: Operation, schemes: readonly SecurityScheme[]): Case['place'] {
  return security.find((one) => one.schemes === schemes)?.place ?? place;
}

/** Two credentials need not stand for the same person. */
const ofOthers: readonly OpenAnswer[] = [
  { status: 403, because: 'who is known may lack a scope or a role that only the implementation knows' },
  ...[404, 409, 410, 412, 422].map((status) => ({
    status,
    because: 'whoever these credentials stand for may have other records',
  })),
];

const ofNobody: readonly OpenAnswer[] = [
  { status: 401, because: 'what the path names may not be for everybody' },
];

function isAboutItem({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}
