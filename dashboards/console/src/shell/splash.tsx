import { Spinner } from '../ui/spinner.tsx';
import styles from './shell.module.css';

export const Splash = () => (
  <div className={styles.splash}>
    <Spinner label="Loading the console" size={28} />
  </div>
);
