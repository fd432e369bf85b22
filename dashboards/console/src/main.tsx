import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api.ts';
import { router } from './routes.tsx';
import './tokens.css';
import './ui/kit.css';

// The page's policy lets no text become code, and zod tries that once where it is not told (with a report in the log).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The farm was updated while this page was open: a part that is loaded only now has another name.
addEventListener('vite:preloadError', () => location.reload());

const place = document.getElementById('console');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
