/** The time of day, injected so that tests may set it. Money, leases and schedules use the database's own clock. */
export type Clock = () => Date;
