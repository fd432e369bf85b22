/** What the runtime needs of a logger; pino's has this shape. */
export interface NodeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
