// Generated from the migrated database by generate-schema.ts: do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** A column with a default. Not kysely’s own type: that one does not look into a ColumnType. */
export type Generated<T> =
  T extends ColumnType<infer Selected, infer Inserted, infer Updated>
    ? ColumnType<Selected, Inserted | undefined, Updated>
    : ColumnType<T, T | undefined, T>;

/** Written as text by the store (pg would turn an array into a PostgreSQL array), read as parsed JSON. */
export type Json = ColumnType<unknown, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountTable {
  id: string;
  name: string;
  plan: 'free' | 'pro' | 'enterprise';
  created_at: Generated<Timestamp>;
  billing_anchor: Generated<Timestamp>;
}

export interface AccountFeatureTable {
  account_id: string;
  feature: 'mcp_capture' | 'mcp_browse' | 'storyboard_draft' | 'export_4k';
  enabled: boolean;
}

export interface AccountLimitTable {
  account_id: string;
  feature: string;
  units: number | null;
}

export interface AccountUserTable {
  user_id: string;
  account_id: string;
  role: 'member' | 'admin';
  created_at: Generated<Timestamp>;
}

export interface AdminActTable {
  id: Generated<number>;
  at: Generated<Timestamp>;
  actor: string;
  operation: string;
  target: string;
  arguments: Json;
  outcome: 'done' | 'unchanged' | 'refused';
  code: string | null;
  reason: string | null;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  environment: 'live' | 'test';
  name: string;
  secret_sha256: Buffer;
  prefix: string;
  last4: string;
  scopes: string[];
  monthly_credit_cap: number | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  created_by: string | null;
  revoked_by: string | null;
}

export interface BalanceTable {
  account_id: string | null;
  bucket: string | null;
  available: number | null;
  held: number | null;
}

export interface BrandTable {
  id: string;
  account_id: string;
  name: string | null;
  logo_sha256: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  palette: Generated<string[]>;
  heading_font: string | null;
  body_font: string | null;
  tone: 'calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious';
  tone_source: 'given' | 'guessed';
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  source: Generated<'website' | 'manual'>;
  website_url: string | null;
  domain: string | null;
  logo_dark_sha256: string | null;
  icon_sha256: string | null;
  given: Generated<string[]>;
  is_site_brand: Generated<boolean>;
  fetched_at: Timestamp | null;
}

export interface BrandReadTable {
  id: string;
  account_id: string;
  domain: string;
  state: 'running' | 'ready' | 'failed';
  result: Json | null;
  failure: Json | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface BrowseProfileTable {
  account_id: string;
  holder: string;
  generation: Generated<number>;
  sealed: Buffer | null;
  domains: Generated<string[]>;
  created_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface BrowseSessionTable {
  id: string;
  account_id: string;
  environment: 'live' | 'test';
  api_key_id: string | null;
  web_user_id: string | null;
  purpose: 'agent' | 'capture';
  slot: number | null;
  project_id: string | null;
  scene_id: string | null;
  node_id: string;
  viewport_width_px: number;
  viewport_height_px: number;
  viewport_is_mobile: boolean;
  profile_holder: string | null;
  profile_generation: number | null;
  steps_used: Generated<number>;
  opened_at: Timestamp;
  last_used_at: Timestamp;
  ends_at: Timestamp;
  login_issue: Generated<number>;
  login_expires_at: Timestamp | null;
  login_redeemed_at: Timestamp | null;
  driver_sha256: Buffer | null;
  human_hold_until: Timestamp | null;
  human_signed_in_at: Timestamp | null;
  closed_at: Timestamp | null;
  close_reason: 'closed' | 'idle' | 'hour' | 'published' | 'key_ended' | 'node_lost' | 'credits' | 'daily_minutes' | 'open_failed' | null;
  billed_seconds: number | null;
  billed_credits: number | null;
  released_at: Timestamp | null;
  start_host: string;
}

export interface BrowseStepTable {
  id: Generated<number>;
  session_id: string;
  project_id: string | null;
  action: 'goto' | 'click' | 'type' | 'hover' | 'scroll' | 'wait' | 'press' | 'back';
  status: 'ok' | 'refused' | 'failed';
  code: string | null;
  host: string;
  done_at: Timestamp;
}

export interface BrowseUsageTable {
  session_id: string;
  account_id: string;
  environment: 'live' | 'test';
  api_key_id: string | null;
  web_user_id: string | null;
  project_id: string | null;
  action: Generated<string>;
  opened_at: Timestamp;
  closed_at: Timestamp;
  seconds: number;
  credits: number;
}

export interface CallbackTable {
  publish_id: string;
  project_id: string;
  account_id: string;
  environment: 'live' | 'test';
  url: string;
  host: string;
  sealed_secret: Buffer | null;
  status: 'pending' | 'retrying' | 'delivered' | 'failed';
  phase: 'completed' | 'failed' | 'render_failed' | null;
  attempts: Generated<number>;
  next_attempt_at: Timestamp | null;
  claimed_until: Timestamp | null;
  last_attempt_at: Timestamp | null;
  last_status_code: number | null;
  last_error: string | null;
  delivered_at: Timestamp | null;
  ordered_at: Generated<Timestamp>;
}

export interface CallbackDeliveryTable {
  id: Generated<number>;
  publish_id: string;
  attempt: number;
  sent_at: Timestamp;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
}

export interface CaptureTable {
  id: string;
  account_id: string;
  environment: 'live' | 'test';
  api_key_id: string | null;
  web_user_id: string | null;
  kind: 'components' | 'page';
  state: 'running' | 'ready' | 'login_required' | 'failed';
  project_id: string | null;
  scene_id: string | null;
  slot_key: string | null;
  hold_id: string | null;
  result: Json | null;
  failure: Json | null;
  is_swept: Generated<boolean>;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface CreditAccountTable {
  account_id: string;
  plan_available: Generated<number>;
  plan_held: Generated<number>;
  purchased_available: Generated<number>;
  purchased_held: Generated<number>;
  debt: Generated<number>;
  entry_count: Generated<number>;
  plan: string | null;
  period: string | null;
  period_end: Generated<Timestamp | null>;
  allowance: Generated<number>;
  last_from_plan: Generated<number>;
  key_month: Generated<string>;
  key_use: Generated<Json>;
}

export interface CreditHoldTable {
  id: string | null;
  account_id: string | null;
  api_key_id: string | null;
  subject: string | null;
  action: string | null;
  plan_credits: number | null;
  purchased_credits: number | null;
  state: string | null;
  created_at: Timestamp | null;
  settled_at: Timestamp | null;
  period: string | null;
  key_month: string | null;
  key_cap: number | null;
  key_used_after: number | null;
  project_id: string | null;
}

export interface CreditLedgerTable {
  account_id: string;
  bucket: string;
  kind: string;
  d_available: number;
  d_held: number;
  op_key: string;
  subject: string | null;
  action: string | null;
  api_key_id: string | null;
  reason: string | null;
  created_at: Generated<Timestamp>;
  entry_no: number;
  d_debt: Generated<number>;
  plan_after: number;
  purchased_after: number;
  debt_after: Generated<number>;
  period: string | null;
  project_id: string | null;
  reverses_id: string | null;
  actor_id: string | null;
  holds: number | null;
  key_cap: number | null;
  key_used_after: number | null;
  id: GeneratedAlways<string>;
}

export interface CreditParkedTable {
  account_id: string;
  plan: 'free' | 'pro' | 'enterprise';
  period: string;
  credits: number;
}

export interface ExportTable {
  id: string;
  publish_id: string;
  project_id: string;
  account_id: string;
  environment: 'live' | 'test';
  status: 'QUEUED' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
  title: string;
  quality: '720p' | '1080p' | '4K';
  requested_quality: '720p' | '1080p' | '4K';
  format: 'mp4' | 'webm';
  width_px: number;
  height_px: number;
  fps: number;
  watermarked: boolean;
  job_id: string | null;
  hold_id: string | null;
  credits_charged: Generated<number>;
  file_key: string | null;
  thumbnail_key: string | null;
  captions_srt_key: string | null;
  captions_vtt_key: string | null;
  sha256: string | null;
  size_bytes: number | null;
  frame_count: number | null;
  duration_seconds: number | null;
  loudness: Json | null;
  timings_ms: Json | null;
  failure: Json | null;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}

export interface ExportPassTable {
  id: string;
  account_id: string;
  payment_id: string;
  project_id: string | null;
  redeemed_at: Timestamp | null;
  revoked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface FeatureUseTable {
  account_id: string;
  feature: 'scene_render' | 'scene_render_revision' | 'export' | 'ui_capture' | 'browse_minutes' | 'storyboard_draft';
  period: string;
  used: number;
}

export interface IdempotentRequestTable {
  account_id: string;
  environment: 'live' | 'test';
  idempotency_key: string;
  fingerprint: Buffer;
  request_id: string;
  status: number | null;
  body: string | null;
  started_at: Generated<Timestamp>;
  owner: string | null;
  result: Json | null;
}

export interface ImageTable {
  account_id: string;
  sha256: string;
  storage_key: string;
  mime_type: 'image/png' | 'image/jpeg';
  width_px: number;
  height_px: number;
  created_at: Generated<Timestamp>;
}

export interface ImageSourceTable {
  account_id: string;
  source_sha256: string;
  image_sha256: string;
  mime_type: string;
  width_px: number;
  height_px: number;
  size_bytes: number;
  fetched_at: Generated<Timestamp>;
}

export interface InvariantAuditTable {
  is_only: Generated<boolean>;
  audited_at: Timestamp | null;
  violations: Generated<Json>;
  due_at: Generated<Timestamp>;
}

export interface JobTable {
  id: string;
  kind: string;
  account_id: string;
  batch_id: string | null;
  priority: number;
  weight: number;
  created_at: Generated<Timestamp>;
  cancelled_at: Timestamp | null;
  ended_at: Timestamp | null;
  outcome: 'completed' | 'gave_up' | 'cancelled' | null;
  failure: Json | null;
}

export interface LeaseTable {
  job_id: string;
  attempt: number;
  node_id: string;
  account_id: string;
  kind: string;
  batch_id: string | null;
  encoder: string | null;
  granted_at: Generated<Timestamp>;
  heartbeat_at: Generated<Timestamp>;
  lease_seconds: number;
  max_run_seconds: number;
  progress_stage: string | null;
  progress_done: number | null;
  progress_total: number | null;
  ended_at: Timestamp | null;
  outcome: 'completed' | 'failed' | 'lost' | 'overrun' | 'released' | 'cancelled' | null;
  failure: Json | null;
  files_digest: string | null;
}

export interface LocalCheckoutTable {
  id: string;
  payment_id: string;
  name: string;
  amount_cents: number;
  currency: string;
  paid_url: string;
  cancelled_url: string;
  state: 'open' | 'paid' | 'declined';
  expires_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface MigrationTable {
  name: string;
  applied_at: Generated<Timestamp>;
}

export interface NarrationRequestTable {
  project_id: string;
  script_hash: string;
  created_at: Generated<Timestamp>;
}

export interface NarrationTakeTable {
  id: string;
  account_id: string;
  script_hash: string;
  voice_id: string;
  state: 'building' | 'ready' | 'failed';
  job_id: string | null;
  take_key: string | null;
  duration_seconds: number | null;
  segments: Json | null;
  failure: Json | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  made_at: Timestamp | null;
}

export interface NodeTable {
  id: string;
  name: string;
  pool: 'render' | 'capture';
  version: string;
  token_sha256: Buffer;
  state: 'ready' | 'draining' | 'quarantined' | 'offline' | 'lost';
  state_changed_at: Generated<Timestamp>;
  capabilities: Json;
  failure_streak: Generated<number>;
  registered_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  sessions_url: string | null;
  held_state: 'draining' | 'quarantined' | null;
}

export interface PaymentTable {
  id: string;
  account_id: string;
  web_user_id: string;
  provider: 'stripe' | 'local';
  kind: 'credits' | 'export_pass' | 'top_up';
  pack_id: string | null;
  name: string;
  units: number;
  feature: 'scene_render' | 'scene_render_revision' | null;
  amount_cents: number;
  currency: string;
  state: 'pending' | 'paid' | 'failed' | 'expired';
  provider_session_id: string | null;
  provider_payment_id: string | null;
  expires_at: Timestamp;
  paid_at: Timestamp | null;
  refunded_cents: Generated<number>;
  dispute: Generated<'none' | 'open' | 'won' | 'lost'>;
  units_taken_back: Generated<number>;
  reversal_count: Generated<number>;
  next_check_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface PaymentEventTable {
  provider: 'stripe' | 'local';
  event_id: string;
  type: string;
  payment_id: string;
  received_at: Generated<Timestamp>;
}

export interface PlanFeatureTable {
  plan: 'free' | 'pro' | 'enterprise';
  feature: 'mcp_capture' | 'mcp_browse' | 'storyboard_draft' | 'export_4k';
  enabled: boolean;
}

export interface PlanLimitTable {
  plan: 'free' | 'pro' | 'enterprise';
  feature: string;
  units: number | null;
}

export interface ProjectTable {
  id: string;
  account_id: string;
  environment: 'live' | 'test';
  title: string | null;
  status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
  aspect_ratio: '16:9' | '16:12';
  brand_id: string | null;
  music_track_id: string | null;
  voice_id: string | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  narration_speed: Generated<number>;
}

export interface PublishTable {
  id: string;
  project_id: string;
  account_id: string;
  api_key_id: string | null;
  environment: 'live' | 'test';
  kind: 'publish' | 'render';
  state: 'rendering' | 'narrating' | 'exporting' | 'rendered' | 'completed' | 'render_failed' | 'failed' | 'cancelled';
  title: string;
  aspect_ratio: '16:9' | '16:12';
  quality: '720p' | '1080p' | '4K';
  requested_quality: '720p' | '1080p' | '4K';
  format: 'mp4' | 'webm';
  watermark: boolean;
  music: Json | null;
  voice_id: string | null;
  include_sound_effects: boolean;
  body_hash: string;
  output_hash: string;
  script_hash: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  requested_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  web_user_id: string | null;
  export_counted: Generated<boolean>;
}

export interface PublishPlanTable {
  id: string;
  account_id: string;
  project_id: string;
  environment: 'live' | 'test';
  request: Json;
  terms: Json;
  credits: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  publish_id: string | null;
}

export interface PublishSceneTable {
  publish_id: string;
  scene_id: string;
  position: number;
  title: string;
  template_slug: string;
  template_version: number;
  layer_values: Json;
  voiceover_text: string | null;
  input_hash: string;
  rendition_hash: string;
  width_px: number;
  height_px: number;
  fps: number;
  frame_count: number;
  duration_seconds: number;
  state: 'queued' | 'done' | 'failed' | 'cancelled';
  reused: boolean;
  job_id: string | null;
  rendition_id: string | null;
  hold_id: string | null;
  failure: Json | null;
  credit_refunded: Generated<boolean>;
  finished_at: Timestamp | null;
  counted_as: 'scene_render' | 'scene_render_revision' | null;
}

export interface RenditionTable {
  id: string;
  account_id: string;
  environment: 'live' | 'test';
  rendition_hash: string;
  input_hash: string;
  width_px: number;
  height_px: number;
  mezzanine_key: string;
  poster_key: string;
  frame_count: number;
  duration_seconds: number;
  encoder: string;
  parameter_sets_hash: string;
  render_ms: number;
  created_at: Generated<Timestamp>;
}

export interface RetiredSecretTable {
  secret_sha256: Buffer;
  api_key_id: string;
  ends_at: Timestamp;
}

export interface SceneTable {
  id: string;
  project_id: string;
  position: number;
  template_slug: string;
  template_version: number;
  title: string | null;
  voiceover_text: string | null;
  parameters: Json;
  images: Json;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  captures: Generated<Json>;
  captures_dropped: Generated<boolean>;
}

export interface SignInAttemptTable {
  bucket: string;
  subject: Buffer;
  tried_at: Date[];
  newest_at: Generated<Timestamp>;
}

export interface StoredObjectTable {
  key: string;
  account_id: string;
  sha256: string;
  size_bytes: number;
  content_type: string;
  verified_at: Generated<Timestamp>;
}

export interface TemplateReleaseTable {
  slug: string;
  status: 'draft' | 'published' | 'archived';
  active: boolean;
  updated_at: Generated<Timestamp>;
}

export interface TopUpTable {
  id: string;
  account_id: string;
  payment_id: string;
  feature: 'scene_render' | 'scene_render_revision';
  units: number;
  drawn: Generated<number>;
  taken_back: Generated<number>;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
}

export interface TopUpDrawTable {
  top_up_id: string;
  month: string;
  units: number;
}

export interface WebLoginTable {
  id: string;
  provider_id: string;
  provider_account_id: string;
  user_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Timestamp | null;
  refresh_token_expires_at: Timestamp | null;
  scope: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface WebSessionTable {
  id: string;
  token: string;
  user_id: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface WebUserTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  name: string;
  image: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface WebVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface Schema {
  account: AccountTable;
  account_feature: AccountFeatureTable;
  account_limit: AccountLimitTable;
  account_user: AccountUserTable;
  admin_act: AdminActTable;
  api_key: ApiKeyTable;
  balance: BalanceTable;
  brand: BrandTable;
  brand_read: BrandReadTable;
  browse_profile: BrowseProfileTable;
  browse_session: BrowseSessionTable;
  browse_step: BrowseStepTable;
  browse_usage: BrowseUsageTable;
  callback: CallbackTable;
  callback_delivery: CallbackDeliveryTable;
  capture: CaptureTable;
  credit_account: CreditAccountTable;
  credit_hold: CreditHoldTable;
  credit_ledger: CreditLedgerTable;
  credit_parked: CreditParkedTable;
  export: ExportTable;
  export_pass: ExportPassTable;
  feature_use: FeatureUseTable;
  idempotent_request: IdempotentRequestTable;
  image: ImageTable;
  image_source: ImageSourceTable;
  invariant_audit: InvariantAuditTable;
  job: JobTable;
  lease: LeaseTable;
  local_checkout: LocalCheckoutTable;
  migration: MigrationTable;
  narration_request: NarrationRequestTable;
  narration_take: NarrationTakeTable;
  node: NodeTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  plan_feature: PlanFeatureTable;
  plan_limit: PlanLimitTable;
  project: ProjectTable;
  publish: PublishTable;
  publish_plan: PublishPlanTable;
  publish_scene: PublishSceneTable;
  rendition: RenditionTable;
  retired_secret: RetiredSecretTable;
  scene: SceneTable;
  sign_in_attempt: SignInAttemptTable;
  stored_object: StoredObjectTable;
  template_release: TemplateReleaseTable;
  top_up: TopUpTable;
  top_up_draw: TopUpDrawTable;
  web_login: WebLoginTable;
  web_session: WebSessionTable;
  web_user: WebUserTable;
  web_verification: WebVerificationTable;
}
