/** Records of our own in the place of those that a body, a query or a header names by the examples. */
import type { Operation } from '../../../spec/contract.ts';
import type { Json } from '../../../spec/exact-json.ts';
import { shapeOf, splitPath } from '../../../spec/resources/paths.ts';
import { referencedBy } from '../../../spec/resources/references.ts';
import { type Resource, resourcesOf } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validate.ts';
import type { ParameterValue } from '../request/parameters.ts';
import { replaceAt, sitesBelow } from '../request/sites.ts';
import type { Twin } from '../request/twin.ts';
import type { Session } from '../running/session.ts';
import { plainTwin } from './settled.ts';

/** What a record is called that a request about it can be sent to. */
type NameOf = (about: Twin) => Promise<Json | undefined>;

/** The same request naming records that are there; undefined where it names none, or none can be had. */
export async function withReferences(
  session: Session,
  twin: Twin,
  nameOf: NameOf,
): Promise<Twin | undefined> {
  const names = namer(session, twin.operation, nameOf);
  const parameters: ParameterValue[] = [];
  for (const given of twin.parameters) parameters.push(await renamed(given, names));
  const kept = new Set<Json>();
  const body = await bodyWith(twin, names, kept);
  const isSame = body === twin.body && parameters.every((given, index) => given === twin.parameters[index]);
  return isSame ? undefined : { ...twin, parameters, body, kept };
}

type Names = (path: readonly (string | number)[]) => Promise<Json | undefined>;

/** One record for each resource; none for the one that the request is about itself. */
function namer(session: Session, operation: Operation, nameOf: NameOf): Names {
  const own = shapeOf(splitPath(operation.path).collection);
  const resources = resourcesOf(session.target.contract).filter(
    ({ collection }) => shapeOf(collection) !== own,
  );
  const made = new Map<Resource, Json | undefined>();
  return async (path) => {
    const resource = referencedBy(path, resources);
    if (resource === undefined) return undefined;
    if (!made.has(resource)) {
      const twin = itemTwin(session, resource);
      made.set(resource, twin && (await nameOf(twin)));
    }
    return made.get(resource);
  };
}

function itemTwin(session: Session, { roles }: Resource): Twin | undefined {
  const operation = roles.get('read') ?? roles.get('replace') ?? roles.get('change') ?? roles.get('remove');
  return operation && plainTwin(session, operation);
}

async function renamed(given: ParameterValue, names: Names): Promise<ParameterValue> {
  const { parameter } = given;
  if (parameter.in === 'path' || parameter.schema === undefined) return given;
  const value = await names([parameter.name]);
  const fits = value !== undefined && isValid(parameter.schema, value, 'request');
  return fits ? { parameter, value } : given;
}

async function bodyWith({ body }: Twin, names: Names, kept: Set<Json>): Promise<Twin['body']> {
  if (body === undefined) return body;
  let full = body.full;
  for (const { path, value } of sitesBelow(body.schema, body.full)) {
    if (typeof value === 'object') continue;
    const name = await names(path);
    const changed = name === undefined ? full : replaceAt(full, path, name);
    if (name === undefined || !isValid(body.schema, changed, 'request')) continue;
    full = changed;
    kept.add(name);
  }
  return full === body.full ? body : { ...body, full };
}
