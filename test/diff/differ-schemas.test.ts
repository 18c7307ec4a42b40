import { schemaMutants } from './mutants/index.ts';
import { holdTheDiffer } from './support.ts';

holdTheDiffer(schemaMutants);
