import { BookOpen, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { signOut } from '../api.ts';
import { outside } from '../paths.ts';
import { Menu } from '../ui/menu.tsx';
import { useAccount } from './session.ts';
import styles from './shell.module.css';
import { setTheme, type Theme, useTheme } from './theme.ts';

const looks: readonly { readonly theme: Theme; readonly label: string; readonly icon: typeof Sun }[] = [
  { theme: 'system', label: 'Look of the system', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

export const AccountMenu = () => {
  const account = useAccount();
  const theme = useTheme();
  const name = account?.user?.name ?? account?.name ?? '';
  return (
    <Menu
      label="Your account"
      align="start"
      side="above"
      className={styles.account}
      items={[
        ...looks.map((look) => ({
          label: look.label,
          icon: look.icon,
          checked: look.theme === theme,
          onSelect: () => setTheme(look.theme),
        })),
        'line',
        { label: 'API reference', icon: BookOpen, onSelect: () => location.assign(outside.reference()) },
        { label: 'Sign out', icon: LogOut, onSelect: () => void signOut() },
      ]}
    >
      <span className={styles.face} aria-hidden>
        {Array.from(name)[0]?.toUpperCase() ?? '·'}
      </span>
      <span className={styles.who}>
        <span>{name}</span>
        <small>{account?.user?.email ?? ''}</small>
      </span>
    </Menu>
  );
};
