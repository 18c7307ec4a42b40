/** Which operations delete all records of a collection, as their name or a sentence of the contract says. */
import type { Contract, Operation } from '../model/contract.ts';
import { templateShape } from './path-templates.ts';
import { findResources, type Resource } from './resources.ts';

/** The resource whose records a DELETE of its collection deletes; undefined for any other operation. */
export function findClearedResource(contract: Contract, operation: Operation): Resource | undefined {
  if (!statesAll(operation)) return undefined;
  const collection = templateShape(operation.path).replace(/\/+$/, '');
  return findResources(contract).find((one) => templateShape(one.collection) === collection);
}

/** Whether it deletes everything; with a query or a body, it may delete only what they select. */
export function statesAll({
  method,
  path,
  id,
  description = '',
  parameters,
  requestBody,
  responses,
}: Operation): boolean {
  if (method !== 'DELETE' || /\}\/*$/.test(path) || requestBody !== undefined) return false;
  if (parameters.some(({ in: place }) => place === 'query')) return false;
  const words = id.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
  return [words, description, ...responses.map((response) => response.description)].some((text) => ALL.test(text));
}

const ALL = /\b(?:all|every|everything|clears?|cleared|empt(?:y|ies|ied)|purges?|wipes?|truncates?|flush(?:es)?)\b/i;
