import { createBrowserRouter, type RouteObject } from 'react-router';
import { PageFailed, PageNotFound } from './shell/page-failed.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './shell/splash.tsx';

/** Every page of the console; each is loaded when somebody goes there. */
const pages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./pages/projects/projects-page.tsx')).ProjectsPage }) },
  {
    path: 'billing',
    lazy: async () => ({ Component: (await import('./pages/billing/billing-page.tsx')).BillingPage }),
  },
  { path: 'keys', lazy: async () => ({ Component: (await import('./pages/keys/keys-page.tsx')).KeysPage }) },
  { path: 'keys/:keyId', lazy: async () => ({ Component: (await import('./pages/keys/key-page.tsx')).KeyPage }) },
  { path: 'new', lazy: async () => ({ Component: (await import('./pages/new/new-page.tsx')).NewPage }) },
  { path: 'new/prompt', lazy: async () => ({ Component: (await import('./pages/new/prompt-page.tsx')).PromptPage }) },
  {
    path: 'templates',
    lazy: async () => ({ Component: (await import('./pages/templates/templates-page.tsx')).TemplatesPage }),
  },
  {
    path: 'projects/:projectId',
    lazy: async () => ({ Component: (await import('./pages/editor/editor-page.tsx')).EditorPage }),
  },
  {
    path: 'projects/:projectId/publish',
    lazy: async () => ({ Component: (await import('./pages/publish/publish-page.tsx')).PublishPage }),
  },
  {
    path: 'projects/:projectId/captures',
    lazy: async () => ({ Component: (await import('./pages/captures/captures-page.tsx')).CapturesPage }),
  },
  { path: 'brands', lazy: async () => ({ Component: (await import('./pages/brands/brands-page.tsx')).BrandsPage }) },
  {
    path: 'brands/:brandId',
    lazy: async () => ({ Component: (await import('./pages/brands/brand-page.tsx')).BrandPage }),
  },
  { path: 'farm/:area?', lazy: async () => ({ Component: (await import('./pages/farm/farm-page.tsx')).FarmPage }) },
  {
    path: 'farm/accounts/:accountId',
    lazy: async () => ({ Component: (await import('./pages/farm/account-page.tsx')).AccountPage }),
  },
  { path: '*', Component: PageNotFound },
];

export const router = createBrowserRouter(
  [
    {
      Component: Shell,
      HydrateFallback: Splash,
      ErrorBoundary: PageFailed,
      children: [{ ErrorBoundary: PageFailed, children: pages }],
    },
  ],
  { basename: '/console' },
);
