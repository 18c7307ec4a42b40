import { formatPath } from '../../../spec/validate.ts';
import type { Check, Violation } from './check.ts';
import { type Difference, differenceOf } from './echo/difference.ts';
import { type SharedProperty, sharedProperties } from './echo/shared-properties.ts';

export const createdIsEchoed: Check = {
  id: 'created-is-echoed',
  severity: 'fault',
  holds: 'the properties that request and success body both declare come back as they were sent',
  title: 'What comes back is not what was sent',
  why: 'The client believes that something else was stored than it sent, or it was. Likely causes: text trimmed, escaped, cut, normalised or read in another encoding; an optional property lost or made up; an answer meant for somebody else. Store each value as it came, and make the answer from what was stored.',
  appliesTo: (judged) => sharedProperties(judged).length > 0,
  violations: (judged) =>
    sharedProperties(judged).flatMap((property) => {
      const difference = differenceOf(property, judged.case.operation.method);
      return difference === undefined ? [] : [violationOf(property, difference)];
    }),
};

function violationOf(property: SharedProperty, { path, from, expected, received }: Difference): Violation {
  const { name, schema, sent, returned } = property;
  const how = sent === undefined ? 'made up' : returned === undefined ? 'lost' : 'changed';
  return {
    expected: `${formatPath(path)}: ${expected}`,
    received,
    at: { in: 'body', path, from },
    place: schema.place,
    rule: `"${name}" is a property of the request and of the answer: it comes back as it was sent`,
    key: `${name} ${how}`,
  };
}
