export { plainInvalid } from './shared/plain-invalid.ts';
