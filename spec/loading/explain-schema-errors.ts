/** Describes what is wrong with a document in one sentence, from the many errors of a schema validator. */
import { joinPointer } from '../json/pointer.ts';

export interface ExplainedError {
  readonly message: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

export interface AjvError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message?: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Returns one error for each invalid object. Errors of the objects that contain it are left out, since they follow from
 * it.
 */
export function explainSchemaErrors(errors: readonly AjvError[]): readonly ExplainedError[] {
  const relevant = errors.filter((one) => !isRedundant(one));
  if (relevant.length === 0 && errors.length > 0)
    return [{ message: 'the document does not conform to the OpenAPI schema', pointer: '' }];
  const branches = otherBranches(relevant);
  const found: ObjectErrors[] = [...groupByObject(relevant.filter((one) => branchObject(one, branches) === undefined))];
  // If no branch is the intended one, the value of `in` or `type` is the error.
  const isExplained = (object: string) => found.some(({ at }) => `${at}/`.startsWith(`${object}/`));
  const others = relevant.filter((one) => {
    const object = branchObject(one, branches);
    return object !== undefined && !isExplained(object);
  });
  return [...found, ...groupByObject(others)].map(explainObjectErrors);
}

interface ObjectErrors {
  readonly at: string;
  readonly errors: readonly AjvError[];
}

/**
 * The deepest errors are the most specific: those above them are only alternatives ("or a $ref") that did not match
 * either, except for names that are not allowed.
 */
function* groupByObject(errors: readonly AjvError[]): Generator<ObjectErrors> {
  const depth = (at: string) => at.split('/').length;
  const groups = [...Map.groupBy(errors, ({ instancePath }) => instancePath)].map(([at, own]) => ({ at, errors: own }));
  const covered = new Set<string>();
  for (const group of groups.toSorted((a, b) => depth(b.at) - depth(a.at))) {
    if (covered.has(group.at)) {
      const unknownNames = group.errors.filter(({ keyword }) => keyword === 'additionalProperties');
      if (unknownNames.length > 0) yield { at: group.at, errors: unknownNames };
      continue;
    }
    for (let at = group.at; !covered.has(at); at = parentPointer(at)) covered.add(at);
    yield group;
  }
}

function explainObjectErrors({ at, errors }: ObjectErrors): ExplainedError {
  const merged = mergeEnums(errors);
  const sentences = [...new Set(merged.map(describeError))].slice(0, 3);
  return {
    message: `${at || 'the document'}: ${sentences.join('; ')}`,
    pointer: errors[0] === undefined ? at : errorPointer(errors[0]),
  };
}

/** An invalid part that may be a Reference Object fails twice: as itself, and for not being a `$ref`. */
function isRedundant({ keyword, params, schemaPath }: AjvError): boolean {
  return (
    keyword === 'oneOf' ||
    keyword === 'if' ||
    // The error for the name itself already covers this one.
    (keyword === 'pattern' && schemaPath.includes('/propertyNames/')) ||
    (keyword === 'required' && params['missingProperty'] === '$ref')
  );
}

/**
 * Parameters and security schemes are alternatives distinguished by their `in` or `type`. The alternative that the
 * value of this field selects is the intended one; these are the others.
 */
function otherBranches(errors: readonly AjvError[]): ReadonlySet<string> {
  return new Set(errors.filter(isOtherType).map((one) => branchKey(parentPointer(one.instancePath), one)));
}

function branchKey(object: string, error: AjvError): string {
  return `${object} ${schemaBranch(error)}`;
}

/** Returns the object whose alternative the error is from, if the alternative is not the intended one. */
function branchObject(error: AjvError, branches: ReadonlySet<string>): string | undefined {
  const parent = parentPointer(error.instancePath);
  if (isOtherType(error)) return parent;
  return [error.instancePath, parent].find((object) => branches.has(branchKey(object, error)));
}

function isOtherType({ instancePath, keyword, params }: AjvError): boolean {
  const allowed = params['allowedValues'];
  return keyword === 'enum' && /\/(in|type)$/.test(instancePath) && Array.isArray(allowed) && allowed.length === 1;
}

/** The part of the validator's schema that an error comes from, without the keyword. */
function schemaBranch({ schemaPath }: AjvError): string {
  return schemaPath.replace(/\/(?:properties\/[^/]+\/)?[^/]+$/, '');
}

function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Each alternative has an enum with its own value; the message should list all of them. */
function mergeEnums(errors: readonly AjvError[]): readonly AjvError[] {
  const enums = errors.filter((one) => one.keyword === 'enum');
  const [first] = enums;
  if (first === undefined || enums.length === 1) return errors;
  const allowedValues = enums.flatMap(({ params }) =>
    Array.isArray(params['allowedValues']) ? params['allowedValues'].map(String) : [],
  );
  return [{ ...first, params: { allowedValues } }, ...errors.filter((one) => one.keyword !== 'enum')];
}

/** Fields that exclude each other, by the name of the rule in the schema of OpenAPI. */
const exclusiveKeywords: readonly (readonly [part: string, sentence: string])[] = [
  ['ExampleXORExamples/not', '"example" and "examples" are mutually exclusive'],
  ['SchemaXORContent/not', '"schema" and "content" are mutually exclusive'],
  ['SchemaXORContent/oneOf', '"content" excludes style, explode, allowReserved and example'],
  ['Link/not', '"operationId" and "operationRef" are mutually exclusive'],
];

function describeError({ message, keyword, params, schemaPath, instancePath }: AjvError): string {
  if (keyword === 'additionalProperties' && instancePath === '/paths')
    return `"${String(params['additionalProperty'])}" is not a path: a path starts with "/"`;
  if (keyword === 'additionalProperties') return `"${String(params['additionalProperty'])}" is not allowed here`;
  if (keyword === 'propertyNames')
    return `"${String(params['propertyName'])}" is not a valid name: use only letters, digits, ".", "_" and "-"`;
  if (keyword === 'unevaluatedProperties') return `"${String(params['unevaluatedProperty'])}" is not allowed here`;
  if (keyword === 'required') return `"${String(params['missingProperty'])}" is missing`;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `the value is not one of ${[...new Set(params['allowedValues'].map(String))].join(', ')}`;
  }
  if (keyword === 'not')
    return exclusiveKeywords.find(([part]) => schemaPath.includes(part))?.[1] ?? 'not allowed in this combination';
  return message ?? keyword;
}

function errorPointer({ instancePath, params }: AjvError): string {
  const extra = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  return typeof extra === 'string' ? joinPointer(instancePath, extra) : instancePath;
}
