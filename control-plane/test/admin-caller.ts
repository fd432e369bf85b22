import type { Answer, Farm } from './harness.ts';

/** What the headers of a request to the admin API are. */
export type AdminHeaders = Readonly<Record<string, string>>;

let address = 0;

/** One request to /admin/graphql, each from an address of its own unless one is given: guesses are counted by address. */
export const askAdmin = async (
  farm: Farm,
  headers: AdminHeaders,
  payload: object | string,
  method: 'POST' | 'GET' = 'POST',
): Promise<Answer> => {
  address += 1;
  const response = await farm.app.inject({
    method,
    url: '/admin/graphql',
    remoteAddress: `10.9.${address >> 8}.${address & 255}`,
    headers,
    ...(method === 'GET' ? {} : { payload }),
  });
  const isJson = response.headers['content-type']?.toString().includes('json') === true;
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body };
};

export const tokenHeaders = (farm: Farm): AdminHeaders => ({ authorization: `Bearer ${farm.config.FARM_ADMIN_TOKEN}` });

/** An operator with the admin token. */
export const adminOf = (farm: Farm, headers: AdminHeaders = tokenHeaders(farm)) => {
  const ask = (query: string, variables?: object): Promise<Answer> =>
    askAdmin(farm, headers, { query, ...(variables === undefined ? {} : { variables }) });
  return {
    ask,
    /** The data of an answer that must have no errors. */
    // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
    async data(query: string, variables?: object): Promise<any> {
      const { status, body } = await ask(query, variables);
      if (status !== 200 || body.errors !== undefined) throw new Error(JSON.stringify(body));
      return body.data;
    },
    /** The extensions of the one error of an answer that must have one and no data. */
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    async refusal(query: string, variables?: object): Promise<any> {
      const { body } = await ask(query, variables);
      if (body.data !== null || body.errors?.length !== 1) throw new Error(JSON.stringify(body));
      return { message: body.errors[0].message, ...body.errors[0].extensions };
    },
  };
};
export type Admin = ReturnType<typeof adminOf>;
