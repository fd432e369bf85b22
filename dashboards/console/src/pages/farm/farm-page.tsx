import { ShieldX } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useAccount } from '../../shell/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { ActsTab } from './acts-tab.tsx';
import './farm.css';
import { JobsTab } from './jobs-tab.tsx';
import { NodesTab } from './nodes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PublishesTab } from './publishes-tab.tsx';

const tabs = [
  { id: 'overview', label: 'Overview', panel: <OverviewTab /> },
  { id: 'nodes', label: 'Nodes', panel: <NodesTab /> },
  { id: 'jobs', label: 'Jobs', panel: <JobsTab /> },
  { id: 'publishes', label: 'Publishes', panel: <PublishesTab /> },
  { id: 'accounts', label: 'Accounts', panel: <AccountsTab /> },
  { id: 'acts', label: 'Acts', panel: <ActsTab /> },
] as const;

/** What somebody sees here who does not operate the farm. */
export const OperatorsOnly = () => (
  <Page title="Farm">
    <EmptyState
      icon={ShieldX}
      title="This page is for the operators of the farm"
      actions={<LinkButton to={paths.projects()}>To your videos</LinkButton>}
    >
      You are signed in as a member. Ask whoever runs this farm for the role of an operator, if you need it.
    </EmptyState>
  </Page>
);

/** The farm as its operators see it: nodes, work, accounts, and what operators did. */
export const FarmPage = () => {
  const { area } = useParams();
  const isOperator = useAccount()?.user?.role === 'admin';
  if (!isOperator) return <OperatorsOnly />;
  return <Areas selected={tabs.find(({ id }) => id === area)?.id ?? 'overview'} />;
};

const Areas = ({ selected }: { readonly selected: (typeof tabs)[number]['id'] }) => {
  const navigate = useNavigate();
  useEffect(() => {
    // On a phone the later tabs lie beyond the edge: whoever comes by an address sees which one it is.
    document
      .querySelector('[role="tab"][aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <Page
      title="Farm"
      width="wide"
      lead="Nodes, work and accounts of the whole farm. What you do here is written down."
    >
      <Tabs
        label="Farm"
        tabs={tabs}
        selected={selected}
        onSelect={(id) => void navigate(paths.farm(id === 'overview' ? undefined : id))}
      />
    </Page>
  );
};
