import { useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import iconUrl from '../icon.svg';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Toasts } from '../ui/toast.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Allowance } from './allowance.tsx';
import { isCurrent, navigation } from './navigation.ts';
import { accountQuery } from './session.ts';
import { SessionGuard } from './session-guard.tsx';
import styles from './shell.module.css';
import { Splash } from './splash.tsx';

const Brand = () => (
  <Link to={paths.projects()} className={styles.brand}>
    <img src={iconUrl} alt="" width={24} height={24} />
    Reelyard
  </Link>
);

/** What stands around every page: navigation, what the plan still allows, who is signed in. */
export const Shell = () => {
  const account = useQuery(accountQuery);
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  if (account.data === undefined) {
    return (
      <>
        <SessionGuard />
        {account.isError ? (
          <main className={styles.splash}>
            <ProblemNotice error={account.error} onRetry={() => void account.refetch()} />
          </main>
        ) : (
          <Splash />
        )}
      </>
    );
  }
  const isOperator = account.data.user?.role === 'admin';
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <header className={styles.bar}>
        <Brand />
        <IconButton
          icon={isOpen ? X : MenuIcon}
          label={isOpen ? 'Close the navigation' : 'Open the navigation'}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      <aside id="navigation" className={`${styles.side} ${isOpen ? styles.open : ''}`}>
        <Brand />
        <nav aria-label="Console">
          {navigation
            .filter(({ operatorsOnly }) => operatorsOnly !== true || isOperator)
            .map((line) => (
              <Link
                key={line.to}
                to={line.to}
                className={styles.line}
                aria-current={isCurrent(line, pathname) ? 'page' : undefined}
              >
                <line.icon size={18} aria-hidden />
                {line.label}
              </Link>
            ))}
        </nav>
        <div className={styles.foot}>
          <Allowance />
          <AccountMenu />
        </div>
      </aside>
      <main id="page" className={styles.main}>
        <Outlet />
      </main>
      <Toasts />
      <SessionGuard />
      <ScrollRestoration />
    </div>
  );
};
