/**
 * The types of a config file for one document: `Operations`, `Collections` and `Objects` are those that `plant-store types`
 * writes, in the form of openapi-typescript.
 */
import type { HandlerContext, SeedContext } from './config-types.ts';

export interface TypedConfig<Operations, Collections, Objects = Readonly<Record<never, never>>> {
  readonly handlers?: {
    readonly [Id in keyof Operations]?: (
      context: HandlerContext<ShapeOf<Operations[Id]>, Collections>,
    ) => Awaitable<ResultOf<Operations[Id]>>;
  };
  readonly seeds?: { readonly [Name in keyof Collections]?: TypedSeed<Collections[Name]> } & {
    readonly [Name in keyof Objects]?: Partial<Objects[Name]>;
  };
}

/** Identifiers and what the mock server makes up may be left out. */
type TypedSeed<Value> =
  | readonly Partial<Value>[]
  | { readonly count: number; readonly record: (context: SeedContext) => Partial<Value> };

type Awaitable<Value> = Value | Promise<Value>;

/** What a handler of the operation gets. */
export interface ShapeOf<Operation> {
  readonly params: ParametersIn<Operation, 'path'>;
  readonly query: ParametersIn<Operation, 'query'>;
  readonly body: RequestBodyOf<Operation>;
  readonly response: RegularResponse<Operation>;
}

/** What it may return. */
export type ResultOf<Operation> = SuccessBody<Operation> | WholeResponse<Operation> | Response | Uint8Array;

type ParametersIn<Operation, Place extends string> = Operation extends { readonly parameters: infer All }
  ? Place extends keyof All
    ? [NonNullable<All[Place]>] extends [never]
      ? Readonly<Record<string, never>>
      : Readonly<NonNullable<All[Place]>>
    : Readonly<Record<string, never>>
  : never;

type RequestBodyOf<Operation> = Operation extends { readonly requestBody: { readonly content: infer Content } }
  ? Content[keyof Content]
  : Operation extends { readonly requestBody?: infer Body }
    ? ContentOf<NonNullable<Body>> | undefined
    : undefined;

type ContentOf<Message> = Message extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;

type SuccessKey<Key> = Key extends number | string ? (`${Key}` extends `2${string}` | 'default' ? Key : never) : never;

type SuccessBody<Operation> = {
  [Key in keyof ResponsesOf<Operation> as SuccessKey<Key>]: ContentOf<ResponsesOf<Operation>[Key]>;
} extends infer Bodies
  ? Bodies[keyof Bodies]
  : never;

type StatusOf<Key> = Key extends number ? Key : number;

type WholeResponse<Operation> = {
  [Key in keyof ResponsesOf<Operation>]: {
    readonly status: StatusOf<Key>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: ContentOf<ResponsesOf<Operation>[Key]> | undefined;
  };
}[keyof ResponsesOf<Operation>];

type RegularResponse<Operation> = {
  [Key in keyof ResponsesOf<Operation>]: {
    readonly status: StatusOf<Key>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: ContentOf<ResponsesOf<Operation>[Key]>;
  };
}[keyof ResponsesOf<Operation>];
