const segment = encodeURIComponent;

/** Where everything of the console is. The only place that builds links; the router's base is /console. */
export const paths = {
  projects: () => '/',
  newProject: () => '/new',
  newFromPrompt: () => '/new/prompt',
  project: (projectId: string) => `/projects/${segment(projectId)}`,
  scene: (projectId: string, sceneId: string) => `/projects/${segment(projectId)}?scene=${segment(sceneId)}`,
  publish: (projectId: string) => `/projects/${segment(projectId)}/publish`,
  captures: (projectId: string, sceneId?: string) =>
    `/projects/${segment(projectId)}/captures${sceneId === undefined ? '' : `?scene=${segment(sceneId)}`}`,
  templates: () => '/templates',
  brands: () => '/brands',
  brand: (brandId: string) => `/brands/${segment(brandId)}`,
  billing: () => '/billing',
  keys: () => '/keys',
  key: (keyId: string) => `/keys/${segment(keyId)}`,
  farm: (area?: string) => `/farm${area === undefined ? '' : `/${segment(area)}`}`,
  farmAccount: (accountId: string) => `/farm/accounts/${segment(accountId)}`,
} as const;

/** Pages of the farm that are no part of the console. */
export const outside = {
  /** @param back path and query inside the farm that the sign-in comes back to */
  signIn: (back: string) => `/auth/sign-in?return=${segment(back)}`,
  reference: () => '/api/v2/reference/',
} as const;
