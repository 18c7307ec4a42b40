/** Validates the templates in the body and the headers of a rule. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { didYouMean, invalidRule, type RuleNode } from './rule-node.ts';
import { hasTemplate, isTemplateName, parseTemplate, TEMPLATE_NAMES } from './template.ts';

const ESCAPE = 'write {{{{ for two braces';

/** Throws `rule-invalid` for the first template that is none. */
export function checkTemplates(node: RuleNode): void {
  const { value } = node;
  if (typeof value === 'string') checkText(node, value);
  else
    for (const [key, part] of membersOf(value))
      checkTemplates({
        ...node,
        value: part,
        name: `${node.name}.${key}`,
        pointer: joinPointer(node.pointer, key),
      });
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  if (isJsonArray(value)) return value.map((one, index) => [String(index), one] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function checkText(node: RuleNode, text: string): void {
  if (!hasTemplate(text)) return;
  for (const part of parseTemplate(text)) {
    if (part.kind === 'text' && part.text !== '{{' && part.text.includes('{{'))
      throw invalidRule(node, `a template such as {{body.name}}; ${ESCAPE}`);
    if (part.kind === 'text' || isTemplateName(part.name)) continue;
    const expected = `one of ${TEMPLATE_NAMES.map((name) => `{{${name}}}`).join(', ')}`;
    throw invalidRule(node, `${expected}${didYouMean(part.name, TEMPLATE_NAMES)}; ${ESCAPE}`);
  }
}
