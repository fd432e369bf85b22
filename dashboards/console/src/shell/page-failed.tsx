import { Compass } from 'lucide-react';
import { useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** A page broke: what was typed elsewhere is safe, this page can be loaded again. */
export const PageFailed = () => {
  const error = useRouteError();
  return (
    <Page title="Something broke on this page">
      <Notice
        tone="bad"
        title="The console made a mistake here. What you saved is safe."
        actions={
          <>
            <Button size="s" onClick={() => location.reload()}>
              Load the page again
            </Button>
            <LinkButton size="s" to={paths.projects()}>
              To your videos
            </LinkButton>
          </>
        }
      >
        {error instanceof Error ? <code>{error.message}</code> : undefined}
      </Notice>
    </Page>
  );
};

export const PageNotFound = () => (
  <Page title="There is no such page">
    <EmptyState
      icon={Compass}
      title="Nothing is here"
      actions={<LinkButton to={paths.projects()}>To your videos</LinkButton>}
    >
      The address may be cut off, or what it named was deleted.
    </EmptyState>
  </Page>
);
