import { isJsonObject, type Json, type JsonObject } from '../../../spec/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import { formatPath, isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { type Path, replaceAt, sitesBelow } from '../sites.ts';
import { caseOf, jsonDraft, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** A property more, at every depth, where the contract allows none beyond its own. */
export const extraProperties: Family = {
  name: 'extra-properties',
  summary: 'a property beyond those of a closed object is rejected',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const { path, value, schema } of objectsIn(body)) {
      const extended = { ...value, 'x-unknown': 'not declared' };
      if (isValid(body.schema, replaceAt(body.full, path, extended), 'request')) continue;
      const name = formatPath(path);
      yield caseOf(twin, {
        family: 'extra-properties',
        name,
        topic: name,
        expectation: 'reject',
        mutation: `${name} has a property that the contract does not allow`,
        place: keywordPlace(schema, 'additionalProperties'),
        build: (fresh) => jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), path, extended)),
      });
    }
  },
};

interface ObjectSite {
  readonly path: Path;
  readonly value: JsonObject;
  readonly schema: Schema;
}

function objectsIn({ schema, full }: TwinBody): readonly ObjectSite[] {
  const all: readonly { path: Path; value: Json; schema: Schema }[] = [
    { path: [], value: full, schema },
    ...sitesBelow(schema, full),
  ];
  return all.flatMap(({ path, value, schema: own }) =>
    isJsonObject(value) ? [{ path, value, schema: own }] : [],
  );
}
