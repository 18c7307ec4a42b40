// A chat in the style of the guide of Feathers: schemas with TypeBox, resolvers, @feathersjs/memory and feathers-swagger.
import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa';
import { memory } from '@feathersjs/memory';
import { Ajv, hooks, resolve } from '@feathersjs/schema';
import typebox from '@feathersjs/typebox';
import swagger from 'feathers-swagger';

const { getValidator, querySyntax, Type } = typebox;

const dataValidator = new Ajv({});
const queryValidator = new Ajv({ coerceTypes: true });

const app = koa(feathers());
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());
app.configure(
  swagger({
    openApiVersion: 3,
    docsJsonPath: '/openapi.json',
    specs: { info: { title: 'Chat', version: '1.0.0', description: 'Rooms and messages' } },
  }),
);

function define(path, name, properties, search) {
  const schema = Type.Object({ id: Type.Integer(), ...properties }, { $id: name, additionalProperties: false });
  const dataSchema = Type.Object(properties, { $id: `${name}Data`, additionalProperties: false });
  const patchSchema = Type.Partial(dataSchema, { $id: `${name}Patch` });
  const querySchema = Type.Intersect(
    [querySyntax(Type.Pick(schema, ['id', ...search])), Type.Object({}, { additionalProperties: false })],
    { $id: `${name}Query` },
  );
  const service = memory({ paginate: { default: 10, max: 50 } });
  const docs = swagger.createSwaggerServiceOptions({
    schemas: {
      [`${name}Schema`]: schema,
      [`${name}DataSchema`]: dataSchema,
      [`${name}PatchSchema`]: patchSchema,
      [`${name}QuerySchema`]: querySchema,
    },
    docs: { description: `The ${path}` },
  });
  app.use(path, service, { docs });
  const validateWrite = hooks.validateData(getValidator(dataSchema, dataValidator));
  app.service(path).hooks({
    around: { all: [hooks.resolveExternal(resolve({}))] },
    before: {
      find: [hooks.validateQuery(getValidator(querySchema, queryValidator))],
      create: [validateWrite],
      update: [validateWrite],
      patch: [hooks.validateData(getValidator(patchSchema, dataValidator))],
    },
  });
}

define('rooms', 'room', { name: Type.String({ minLength: 1, maxLength: 50 }), topic: Type.Optional(Type.String()) }, [
  'name',
]);
define('messages', 'message', { roomId: Type.Integer(), text: Type.String({ minLength: 1, maxLength: 500 }) }, [
  'roomId',
]);

await app.listen(Number(process.env.PORT), '127.0.0.1');
