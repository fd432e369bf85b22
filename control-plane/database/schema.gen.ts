// Generated from the migrated database by generate-schema.ts: do not edit.
import type { ColumnType } from 'kysely';

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
}

export interface AccountFeatureTable {
  account_id: string;
  feature: 'mcp_capture' | 'mcp_browse' | 'storyboard_draft' | 'export_4k';
  enabled: boolean;
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
  account_id: string;
  bucket: 'plan' | 'purchased';
  available: number;
  held: number;
  period: string | null;
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

export interface CreditHoldTable {
  id: string;
  account_id: string;
  api_key_id: string | null;
  subject: string;
  action: string;
  plan_credits: number;
  purchased_credits: number;
  state: 'open' | 'charged' | 'released';
  created_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
}

export interface CreditLedgerTable {
  id: string;
  seq: Generated<number>;
  account_id: string;
  bucket: 'plan' | 'purchased';
  kind: 'grant' | 'reserve' | 'charge' | 'release' | 'refund' | 'reset';
  d_available: number;
  d_held: number;
  available_after: number;
  op_key: string;
  hold_id: string | null;
  subject: string | null;
  action: string | null;
  api_key_id: string | null;
  reason: string | null;
  created_at: Generated<Timestamp>;
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

export interface IdempotentRequestTable {
  account_id: string;
  environment: 'live' | 'test';
  idempotency_key: string;
  fingerprint: Buffer;
  request_id: string;
  status: number | null;
  body: string | null;
  started_at: Generated<Timestamp>;
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

export interface MigrationTable {
  name: string;
  applied_at: Generated<Timestamp>;
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
}

export interface PlanFeatureTable {
  plan: 'free' | 'pro' | 'enterprise';
  feature: 'mcp_capture' | 'mcp_browse' | 'storyboard_draft' | 'export_4k';
  enabled: boolean;
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

export interface Schema {
  account: AccountTable;
  account_feature: AccountFeatureTable;
  api_key: ApiKeyTable;
  balance: BalanceTable;
  brand: BrandTable;
  callback: CallbackTable;
  callback_delivery: CallbackDeliveryTable;
  credit_hold: CreditHoldTable;
  credit_ledger: CreditLedgerTable;
  export: ExportTable;
  idempotent_request: IdempotentRequestTable;
  image: ImageTable;
  image_source: ImageSourceTable;
  job: JobTable;
  lease: LeaseTable;
  migration: MigrationTable;
  narration_take: NarrationTakeTable;
  node: NodeTable;
  plan_feature: PlanFeatureTable;
  project: ProjectTable;
  publish: PublishTable;
  publish_scene: PublishSceneTable;
  rendition: RenditionTable;
  retired_secret: RetiredSecretTable;
  scene: SceneTable;
  stored_object: StoredObjectTable;
  template_release: TemplateReleaseTable;
}
