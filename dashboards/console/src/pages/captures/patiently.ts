const tries = 4;

/**
 * Opening a page takes longer than the client waits for an answer. The same key asks for the same work again, and is
 * answered once it is done: nothing is made or counted twice.
 */
export const patiently = async <T>(ask: (options: { readonly idempotencyKey: string }) => Promise<T>): Promise<T> => {
  const idempotencyKey = crypto.randomUUID();
  for (let count = 1; ; count += 1) {
    try {
      return await ask({ idempotencyKey });
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      if (!isLate || count >= tries) throw error;
    }
  }
};
