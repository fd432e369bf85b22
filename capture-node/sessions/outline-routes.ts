import { siteOf } from './site-lock.ts';

const maxRoutes = 60;

/** N16 `routes`: the same-site pages that a page links to, as paths; on another host of the site as whole addresses. */
export const outlineRoutes = (pageUrl: string, hrefs: readonly string[]): string[] => {
  const page = URL.parse(pageUrl);
  if (page === null) return [];
  const site = siteOf(pageUrl);
  const routes = hrefs.flatMap((href) => {
    const url = URL.parse(href);
    if (url === null || siteOf(href) !== site) return [];
    return [url.host === page.host ? url.pathname : `${url.origin}${url.pathname}`];
  });
  return [...new Set(routes)].slice(0, maxRoutes);
};
