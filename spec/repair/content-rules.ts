/** Repairs of media types, and of their examples. */
import { isJsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairRule } from './repair-rule.ts';

/** Keys of `content` that are no media type, such as a description on the wrong level. */
export const repairContent: RepairRule = (part, pointer, { report }) => {
  const { content } = part;
  if (content === undefined || !isJsonObject(content)) return part;
  const others = Object.entries(content).flatMap(([key, value]) =>
    value === null || isJsonObject(value) ? [] : [key],
  );
  for (const key of others)
    report(
      joinPointer(joinPointer(pointer, 'content'), key),
      `"${key}" in "content", which is no media type`,
      'it is ignored; move it beside "content", or remove it',
    );
  if (others.length === 0) return part;
  const kept = Object.entries(content).filter(([key]) => !others.includes(key));
  return { ...part, content: Object.fromEntries(kept) };
};

/** Nothing can be sent or requested as an empty media type. */
export const withNamedMediaType: RepairRule = (part, pointer, { report, move }) => {
  const { content } = part;
  if (content === undefined || !isJsonObject(content) || !Object.hasOwn(content, '')) return part;
  const { '': unnamed = null, ...named } = content;
  const at = joinPointer(joinPointer(pointer, 'content'), '');
  if (Object.hasOwn(named, JSON_TYPE)) {
    report(at, 'an empty media type', 'it is ignored; remove it');
    return { ...part, content: named };
  }
  report(at, 'an empty media type', `it is read as ${JSON_TYPE}; write the media type`);
  move(joinPointer(joinPointer(pointer, 'content'), JSON_TYPE), at);
  return { ...part, content: { ...named, [JSON_TYPE]: unnamed } };
};

const JSON_TYPE = 'application/json';

/** Both are used: the single one gets a name. */
export const repairExamples: RepairRule = (part, pointer, { report, move }) => {
  const { example, examples, ...rest } = part;
  if (example === undefined || examples === undefined || !isJsonObject(examples)) return part;
  report(
    joinPointer(pointer, 'example'),
    '"example" beside "examples"',
    'it is one of the examples, named "example"; move it there',
  );
  move(`${pointer}/examples/example/value`, joinPointer(pointer, 'example'));
  return { ...rest, examples: { example: { value: example }, ...examples } };
};

/** The value itself where OpenAPI has an object that contains it. */
export const repairExample: RepairRule = (example, pointer, { report, move }) => {
  const isKnown = (key: string) => exampleKeys.has(key) || key.startsWith('x-');
  if ('value' in example || 'externalValue' in example || Object.keys(example).every(isKnown)) return example;
  move(joinPointer(pointer, 'value'), pointer);
  report(pointer, 'an example without "value"', 'all of it is the value; put it under "value"');
  return { value: example };
};

const exampleKeys: ReadonlySet<string> = new Set(['summary', 'description', 'value', 'externalValue', '$ref']);

/** A schema in place of the media type that contains it. */
export const withSchemaOfRef: RepairRule = (media, pointer, { report, move }) => {
  const { $ref, ...rest } = media;
  if (typeof $ref !== 'string' || rest['schema'] !== undefined) return media;
  const at = joinPointer(pointer, '$ref');
  report(at, 'a $ref in place of a media type', 'it is read as that of its schema; move it to "schema"');
  move(joinPointer(joinPointer(pointer, 'schema'), '$ref'), at);
  return { ...rest, schema: { $ref } };
};

const COMPONENT_NAME = /^[\w.-]+$/;

/** OpenAPI 3.0 does not say it of all sections. */
export const reportNames: RepairRule = (components, pointer, { openapi, report }) => {
  if (openapi === '3.0') return components;
  for (const [section, members] of Object.entries(components))
    for (const name of isJsonObject(members) && !section.startsWith('x-') ? Object.keys(members) : [])
      if (!COMPONENT_NAME.test(name))
        report(
          joinPointer(joinPointer(pointer, section), name),
          `the name "${name}" of a component`,
          'it is used as it stands; write only letters, digits, ".", "_" and "-"',
        );
  return components;
};
