// Made from the OpenAPI document by control-plane/test/write-openapi.ts. Do not edit.

export type Warning = {
  readonly code: string;
  readonly message: string;
  readonly path?: string | undefined;
};

export type Pagination = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  readonly hasMore: boolean;
};

export type Meta = {
  readonly sandbox?: boolean | undefined;
  readonly pagination?: Pagination | undefined;
  readonly credits?: {
    readonly charged: number;
    readonly refunded: number;
    readonly remaining: number;
  } | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly idempotentReplay?: boolean | undefined;
  readonly nextStep?: {
    readonly action: 'publish' | 'capture' | 'fix';
    readonly method: string;
    readonly path: string;
  } | undefined;
  readonly requestId: string;
  readonly apiVersion: 'v2';
  readonly timestamp: string;
};

export type Error = {
  readonly success: false;
  readonly statusCode: number;
  /** The name of the status */
  readonly error: string;
  readonly message: string;
  /** UPPER_SNAKE, stable, for programs */
  readonly code: string;
  readonly requestId: string;
  readonly details?: readonly {
    readonly path: string;
    readonly code: string;
    readonly message: string;
    readonly allowed?: readonly (string | number | boolean)[] | undefined;
  }[] | undefined;
  readonly [name: string]: unknown;
};

export type Account = {
  readonly id: string;
  readonly name: string;
  readonly plan: {
    readonly slug: 'free' | 'pro' | 'enterprise';
    readonly name: string;
  };
  /** What is made is live, or belongs to the sandbox */
  readonly environment: 'live' | 'test';
  /** The key of this request; null for a web session */
  readonly key: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
  } | null;
  /** The person who is signed in; null for a key */
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    /** admin: operates the farm */
    readonly role: 'member' | 'admin';
  } | null;
};

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  /** The beginning of the secret */
  readonly prefix: string;
  readonly last4: string;
  readonly status: 'active' | 'revoked' | 'expired';
  readonly scopes: readonly ('templates:read' | 'media:read' | 'brands:read' | 'brands:write' | 'projects:read' | 'projects:write' | 'publish' | 'exports:read' | 'exports:write' | 'billing:read' | 'capture' | 'browse' | 'storyboard' | 'keys:write')[];
  readonly monthlyCreditCap: number | null;
  /** Credits, in the UTC calendar month */
  readonly usedThisMonth: number;
  /** To the minute */
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  /** The key or the user that made it */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  /** Until when the secret before the last rotation is still taken */
  readonly replacedSecretEndsAt: string | null;
};

export type ApiKeyWithSecret = {
  readonly id: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  /** The beginning of the secret */
  readonly prefix: string;
  readonly last4: string;
  readonly status: 'active' | 'revoked' | 'expired';
  readonly scopes: readonly ('templates:read' | 'media:read' | 'brands:read' | 'brands:write' | 'projects:read' | 'projects:write' | 'publish' | 'exports:read' | 'exports:write' | 'billing:read' | 'capture' | 'browse' | 'storyboard' | 'keys:write')[];
  readonly monthlyCreditCap: number | null;
  /** Credits, in the UTC calendar month */
  readonly usedThisMonth: number;
  /** To the minute */
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  /** The key or the user that made it */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  /** Until when the secret before the last rotation is still taken */
  readonly replacedSecretEndsAt: string | null;
  /** Shown this once: only its SHA-256 is kept */
  readonly secret: string;
};

export type ApiKeyUsage = {
  readonly keyId: string;
  readonly monthlyCreditCap: number | null;
  readonly usedThisMonth: number;
  /** When usedThisMonth starts over: the first of next month, 00:00 UTC */
  readonly resetsAt: string;
  readonly lastUsedAt: string | null;
  /** Newest first; months without a movement are left out */
  readonly months: readonly {
    /** UTC, for example 2026-11 */
    readonly month: string;
    readonly credits: number;
    /** Action of the price list -> credits */
    readonly byAction: Readonly<Record<string, number>>;
  }[];
};

export type Brand = {
  readonly id: string;
  readonly name: string | null;
  readonly websiteUrl: string | null;
  readonly domain: string | null;
  /** The stored copy of the logo; the address is valid for an hour */
  readonly logoUrl: string | null;
  readonly logoDarkUrl: string | null;
  readonly iconUrl: string | null;
  readonly primaryColor: string | null;
  readonly secondaryColor: string | null;
  readonly palette: readonly string[];
  readonly fonts: {
    readonly heading: string | null;
    readonly body: string | null;
  };
  readonly tone: 'calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious';
  readonly source: 'website' | 'manual';
  /** partial: it lacks its logo or its colour; failed: its website could not be read */
  readonly status: 'ready' | 'partial' | 'failed';
  readonly fetchedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type Callback = {
  /** Without its query, which may carry a secret */
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'retrying' | 'failed';
  /** Null until the publish has ended */
  readonly event: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly signed: boolean;
};

export type CallbackDelivery = {
  readonly attempt: number;
  readonly sentAt: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
};

export type CreditPack = {
  readonly id: string;
  readonly name: string;
  readonly credits: number;
  readonly priceCents: number;
};

export type CreditKeyUse = {
  readonly id: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  readonly monthlyCreditCap: number | null;
  /** Credits that it holds or has spent in the UTC calendar month */
  readonly usedThisMonth: number;
  /** Below its cap; null without one */
  readonly remaining: number | null;
  readonly resetsAt: string;
};

export type Credits = {
  readonly plan: {
    readonly slug: 'free' | 'pro' | 'enterprise';
    readonly name: string;
    /** 2147483647 where the plan is unlimited */
    readonly allowance: number;
    readonly used: number;
    /** 2147483647 where the plan is unlimited */
    readonly remaining: number;
    readonly resetMode: 'monthly' | 'lifetime' | 'unlimited';
    /** When the allowance starts over; null where it never does */
    readonly periodEnd: string | null;
    readonly unlimited: boolean;
  };
  readonly purchased: {
    readonly balance: number;
  };
  /** What can be spent now; 0 while there is a debt */
  readonly totalAvailable: number;
  /** Credits of a purchase that was refunded after they were spent */
  readonly debt: number;
  readonly costs: {
    readonly SCENE_RENDER: number;
    readonly EXPORT_720P: number;
    readonly EXPORT_1080P: number;
    readonly EXPORT_4K: number;
    readonly STORYBOARD_DRAFT: number;
    readonly UI_CAPTURE: number;
  };
  readonly packs: readonly CreditPack[];
  readonly topUpUrl: string;
  /** Only where an API key asks */
  readonly key?: CreditKeyUse | undefined;
};

export type LedgerEntry = {
  readonly id: string;
  readonly createdAt: string;
  readonly type: 'grant' | 'reserve' | 'spend' | 'release' | 'refund' | 'purchase' | 'reset' | 'adjustment' | 'expiry';
  /** What it was for, by the names of the price list and BROWSE_SESSION */
  readonly action: string | null;
  /** Change of the balance; the sum of all is the balance. 0 for a spend of reserved credits */
  readonly amount: number;
  /** Change of what is set aside */
  readonly heldAmount: number;
  readonly source: 'plan' | 'purchased';
  readonly balanceAfter: {
    readonly plan: number;
    readonly purchased: number;
    readonly total: number;
  };
  readonly keyId: string | null;
  readonly projectId: string | null;
  readonly sceneId: string | null;
  readonly exportId: string | null;
  readonly sessionId: string | null;
  readonly captureId: string | null;
  /** The publish */
  readonly requestId: string | null;
  /** The entry that this one takes back */
  readonly reversesId: string | null;
  readonly reason: string | null;
  readonly actor: {
    readonly type: 'key' | 'user' | 'system';
    readonly id: string | null;
  };
};

export type Usage = {
  /** The UTC calendar month */
  readonly period: {
    readonly start: string;
    readonly end: string;
  };
  /** What people made in the web app, which the plan limits; API keys spend credits instead */
  readonly features: readonly {
    readonly feature: 'scene_render' | 'scene_render_revision' | 'export' | 'ui_capture' | 'browse_minutes' | 'storyboard_draft';
    readonly used: number;
    /** The plan's; null where there is none */
    readonly limit: number | null;
    /** What top-ups add to the limit */
    readonly topUp: number;
    readonly remaining: number | null;
    readonly resetsAt: string;
  }[];
  readonly credits: {
    readonly spent: number;
    readonly refunded: number;
    /** Action of the price list -> credits spent */
    readonly byAction: Readonly<Record<string, number>>;
    readonly byKey: readonly {
      readonly keyId: string;
      readonly name: string;
      readonly spent: number;
    }[];
    /** Days without a movement are left out */
    readonly byDay: readonly {
      readonly date: string;
      readonly spent: number;
    }[];
  };
  /** Of today, UTC */
  readonly sandbox: {
    readonly sceneRenders: {
      readonly used: number;
      readonly limit: number;
      readonly resetsAt: string;
    };
    readonly exports: {
      readonly used: number;
      readonly limit: number;
      readonly resetsAt: string;
    };
  };
};

export type BrowseOutline = {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly {
    readonly level: number;
    readonly text: string;
    readonly id: string | null;
  }[];
  readonly links: readonly {
    readonly text: string;
    readonly href: string;
    readonly selector: string;
  }[];
  readonly sections: readonly {
    readonly id: string;
    readonly label: string;
    readonly box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }[];
  readonly scroll: {
    readonly y: number;
    readonly height: number;
    readonly viewportHeight: number;
  };
  readonly screenshot: {
    readonly mimeType: 'image/jpeg';
    readonly dataBase64: string;
    readonly width: number;
    readonly height: number;
  };
  readonly authWall: {
    readonly detected: boolean;
    readonly signals: readonly string[];
  };
  readonly routes: readonly string[];
  /** Live keys only: a page where a person signs in by themselves */
  readonly loginUrl?: string | undefined;
  readonly step: {
    readonly used: number;
    readonly remaining: number;
  };
  /** The steps of this call that were refused */
  readonly refused: readonly {
    readonly index: number;
    readonly status: 'ok' | 'refused' | 'failed';
    readonly code: string | null;
    readonly message: string | null;
    readonly url: string;
  }[];
};

export type BrowseSession = {
  readonly id: string;
  readonly viewport: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly isMobile: boolean;
  };
  readonly expiresAt: string;
  readonly loginUrl?: string | undefined;
  readonly outline: BrowseOutline;
};

export type BrowseSessionStatus = {
  readonly id: string;
  readonly state: 'open' | 'closed';
  readonly humanSignedInAt: string | null;
  readonly humanHoldUntil: string | null;
  readonly expiresAt: string;
  readonly closedAt: string | null;
  readonly closeReason: 'closed' | 'idle' | 'hour' | 'published' | 'key_ended' | 'node_lost' | 'credits' | 'daily_minutes' | 'open_failed' | null;
  readonly billedCredits: number | null;
};

export type BrowseStep = {
  readonly sessionId: string;
  readonly action: 'goto' | 'click' | 'type' | 'hover' | 'scroll' | 'wait' | 'press' | 'back';
  readonly status: 'ok' | 'refused' | 'failed';
  readonly code: string | null;
  /** Where the page was after the step; neither paths nor texts are logged */
  readonly host: string;
  readonly doneAt: string;
};

export type PendingCapture = {
  readonly sceneId: string;
  readonly position: number;
  readonly templateId: string;
  /** Keys of the slots that show nothing yet */
  readonly slots: readonly string[];
  /** template_changed: what was captured does not fit the template that the scene has now */
  readonly reason: 'never' | 'template_changed';
};

export type Capture = {
  readonly loginRequired: false;
  /** For capture-selection; valid for 24 hours */
  readonly captureId: string;
  readonly sceneId: string;
  readonly slotKey: string;
  /** Whether every slot of the scene shows something */
  readonly renderReady: boolean;
  /** Ids of the candidates that the scene shows, in order */
  readonly selected: readonly string[];
  /** Best first */
  readonly candidates: readonly {
    readonly id: string;
    readonly number: number;
    readonly role: 'heading' | 'hero' | 'card' | 'table' | 'chart' | 'form' | 'navigation' | 'list' | 'media' | 'button' | 'dialog' | 'section';
    readonly label: string;
    readonly selector: string;
    readonly box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
    readonly score: number;
    readonly text: string;
    /** The part alone; valid for 24 hours */
    readonly imageUrl: string;
  }[];
  /** The framed page; valid for 24 hours */
  readonly screenshotUrl: string;
  readonly frame: {
    readonly mode: 'auto' | 'current' | 'full';
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly scrollY: number;
    readonly scale: number;
  };
  readonly annotatedScreenshot: {
    readonly mimeType: 'image/png' | 'image/jpeg';
    /** Valid for 24 hours */
    readonly url: string;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly page: {
    readonly url: string;
    readonly title: string;
  };
  readonly timingsMs: {
    readonly openSession: number;
    readonly steps: number;
    readonly probe: number;
    readonly frame: number;
    readonly capture: number;
    readonly finalize: number;
    readonly browser: Readonly<Record<string, number>>;
  };
  /** The session that was left open; null where it was closed */
  readonly sessionId: string | null;
  readonly creditsCharged: number;
};

export type CaptureLoginRequired = {
  readonly loginRequired: true;
  readonly sceneId: string;
  readonly slotKey: string;
  /** Whether every slot of the scene shows something */
  readonly renderReady: boolean;
  readonly authWall: {
    readonly detected: boolean;
    readonly signals: readonly string[];
  };
  /** Where a person signs in by themselves; null for sandbox keys */
  readonly loginUrl: string | null;
  /** The open session: capture again with it after the sign-in */
  readonly sessionId: string | null;
  readonly creditsCharged: 0;
};

export type PageCapture = {
  readonly captureId: string;
  /** Valid for 24 hours */
  readonly screenshotUrl: string;
  /** Pixels of the picture: two for a CSS pixel */
  readonly width: number;
  readonly height: number;
  /** Where the page was after redirects */
  readonly url: string;
  readonly title: string;
  readonly timingsMs: {
    readonly openSession: number;
    readonly steps: number;
    readonly probe: number;
    readonly frame: number;
    readonly capture: number;
    readonly finalize: number;
    readonly browser: Readonly<Record<string, number>>;
  };
  readonly creditsCharged: number;
};

export type MusicTrack = {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly durationSeconds: number;
  readonly bpm: number;
  readonly tones: readonly ('calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious')[];
  readonly genres: readonly string[];
  /** Plays without a key, ranges included */
  readonly previewUrl: string;
  readonly license: string;
  readonly attribution: string;
  readonly loopable: boolean;
};

export type Voice = {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly locale: string;
  readonly gender: 'female' | 'male' | 'neutral';
  readonly style: string;
  /** Plays without a key; null for a voice that only some nodes have */
  readonly sampleUrl: string | null;
  readonly engine: string;
  readonly charsPerSecond: number;
};

export type NarrationSegment = {
  readonly sceneId: string;
  readonly position: number;
  readonly text: string;
  /** On the whole video: of the spoken line, before there is a take of its scene */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Whether the line has room in its scene: as it was spoken, before there is a take by its characters */
  readonly fits: boolean;
  /** For captions, in seconds on the whole video: anchored at the pauses that are heard and shared out between them */
  readonly words?: readonly {
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[] | undefined;
};

export type Narration = {
  readonly projectId: string;
  /** Whether a publish would use this take as it is */
  readonly ready: boolean;
  /** none: nothing is spoken, or no take was made yet; stale: the script or the voice changed since one was made; building: it waits or is being spoken; failed: see error */
  readonly state: 'none' | 'stale' | 'building' | 'ready' | 'failed';
  /** The state in a sentence, with what to do next */
  readonly message: string;
  /** Why nothing is spoken yet; null where something is, or nothing has to */
  readonly waiting: {
    /** NO_NODE_READY: no render node is there; NO_NODE_FOR_…: none of those that are there can do this; NODES_BUSY: each works on something else */
    readonly reason: 'NO_NODE_READY' | 'NO_NODE_FOR_KIND' | 'NO_NODE_FOR_CODEC' | 'NO_NODE_FOR_VOICE' | 'NODES_BUSY';
    /** Jobs of everybody that wait longer than the first one of this */
    readonly jobsAhead: number;
  } | null;
  /** The voice that speaks, or would */
  readonly voiceId: string;
  /** Against the voice's own pace */
  readonly speed: number;
  /** The take: FLAC, as long as the video. A signed address that expires */
  readonly audioUrl: string | null;
  /** Of the take */
  readonly durationSeconds: number | null;
  /** The same while voice, speed, lines and their places are the same */
  readonly scriptHash: string | null;
  /** One for each scene with a voiceoverText, in their order */
  readonly segments: readonly NarrationSegment[];
  /** Why the last try failed, and how to mend it */
  readonly error: string | null;
  readonly updatedAt: string;
};

export type Checkout = {
  /** For POST /billing/one-time/confirm */
  readonly sessionId: string;
  /** Send the buyer here */
  readonly checkoutUrl: string;
  readonly expiresAt: string;
};

export type OneTimeGoods = {
  readonly exportPasses: {
    readonly available: number;
    readonly redeemed: readonly {
      readonly projectId: string;
      readonly redeemedAt: string;
    }[];
  };
  /** The one that is used first comes first */
  readonly topUps: readonly {
    readonly feature: 'scene_render' | 'scene_render_revision';
    readonly units: number;
    readonly remaining: number;
    readonly expiresAt: string;
  }[];
  readonly catalog: {
    readonly exportPass: {
      readonly priceCents: number;
      readonly currency: string;
      readonly name: string;
    };
    readonly topUpPacks: readonly {
      readonly id: string;
      readonly name: string;
      readonly feature: 'scene_render' | 'scene_render_revision';
      readonly units: number;
      readonly priceCents: number;
      readonly currency: string;
    }[];
  };
  /** How this farm is paid */
  readonly checkout: {
    /** False where the farm takes no payments yet */
    readonly available: boolean;
    readonly provider: 'stripe' | 'local' | null;
    /** True where no real money moves */
    readonly testMoney: boolean;
  };
};

export type PaymentConfirmation = {
  readonly status: 'paid' | 'pending' | 'expired' | 'failed';
  readonly kind: 'export_pass' | 'top_up' | 'credits';
  /** What the payment gave; empty while it is not paid */
  readonly granted: {
    readonly credits?: number | undefined;
    readonly exportPasses?: number | undefined;
    readonly topUp?: {
      readonly feature: 'scene_render' | 'scene_render_revision';
      readonly units: number;
    } | undefined;
  };
  /** True where the provider or an earlier call was first */
  readonly alreadyConfirmed: boolean;
};

export type PassRedemption = {
  readonly projectId: string;
  readonly passesRemaining: number;
  readonly watermark: false;
  readonly maxQuality: '1080p';
  /** The pass pays for these: they cost no credits */
  readonly scenesToRender: number;
  readonly alreadyRedeemed: boolean;
};

export type ScenePreview = {
  readonly sceneId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  /** Scene graph (Lottie with slots), bindings and manifest; never changes */
  readonly templateUrl: string;
  /** What is drawn on every layer, resolved as a publish would now */
  readonly values: Readonly<Record<string, {
    readonly type: 'text';
    readonly text: string;
  } | {
    readonly type: 'number';
    readonly number: number;
  } | {
    readonly type: 'boolean';
    readonly boolean: boolean;
  } | {
    readonly type: 'color';
    readonly hex: string;
  } | {
    readonly type: 'option';
    readonly value: string;
  } | {
    readonly type: 'font';
    readonly family: string;
  } | {
    readonly type: 'image';
    readonly storageKey: string;
    readonly sha256: string;
    readonly mimeType: 'image/png' | 'image/jpeg';
    readonly widthPx: number;
    readonly heightPx: number;
    readonly variant?: {
      readonly storageKey: string;
      readonly sha256: string;
      readonly mimeType: 'image/png' | 'image/jpeg';
      readonly widthPx: number;
      readonly heightPx: number;
    } | undefined;
  } | {
    readonly type: 'capture';
    readonly page: {
      readonly storageKey: string;
      readonly sha256: string;
      readonly mimeType: 'image/png' | 'image/jpeg';
      readonly widthPx: number;
      readonly heightPx: number;
    };
    readonly scale: number;
    readonly plate: {
      readonly storageKey: string;
      readonly sha256: string;
      readonly mimeType: 'image/png' | 'image/jpeg';
      readonly widthPx: number;
      readonly heightPx: number;
    } | null;
    readonly components: readonly {
      readonly picture: {
        readonly storageKey: string;
        readonly sha256: string;
        readonly mimeType: 'image/png' | 'image/jpeg';
        readonly widthPx: number;
        readonly heightPx: number;
      };
      readonly box: {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      };
      readonly label: string;
    }[];
    readonly address: string;
    readonly title: string;
  }>>;
  readonly watermark: boolean;
  /** Of the composition; a video of another size is this one scaled */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frameCount: number;
  readonly posterAtSeconds: number;
  /** Equal to the inputHash of a publish that draws the same */
  readonly inputHash: string;
  /** Why the scene could not be published as it is */
  readonly problems: readonly {
    readonly layer: string;
    readonly code: string;
    readonly message: string;
  }[];
};

export type SceneCapture = {
  readonly slotKey: string;
  /** null: a still image stands for the page */
  readonly captureId: string | null;
  /** The captured page; the address is valid for an hour */
  readonly screenshotUrl: string;
  /** Host of the page; empty for a still image */
  readonly host: string;
  readonly title: string;
  readonly selected: readonly {
    readonly id: string;
    readonly label: string;
  }[];
  readonly capturedAt: string;
};

export type Scene = {
  readonly id: string;
  /** 0-based and contiguous */
  readonly position: number;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly title: string | null;
  readonly voiceoverText: string | null;
  readonly voiceoverCharLimit: number;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** Layer keys filled from the brand */
  readonly autoFilled: readonly string[];
  readonly state: 'pending' | 'blocked' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
  readonly captureState: 'none' | 'pending' | 'ready';
  /** What the capture slots of the scene show */
  readonly captures: readonly SceneCapture[];
  readonly durationSeconds: number;
  readonly inputHash: string;
  readonly previewUrl: string | null;
  readonly warnings: readonly Warning[];
};

export type ProjectSummary = {
  readonly id: string;
  readonly title: string;
  readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
  readonly aspectRatio: '16:9' | '16:12';
  readonly sandbox: boolean;
  readonly sceneCount: number;
  readonly brandId: string | null;
  readonly musicTrackId: string | null;
  readonly voiceId: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type Project = {
  readonly id: string;
  readonly title: string;
  readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
  readonly aspectRatio: '16:9' | '16:12';
  readonly sandbox: boolean;
  readonly sceneCount: number;
  readonly brandId: string | null;
  readonly musicTrackId: string | null;
  readonly voiceId: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly scenes: readonly Scene[];
  readonly nextStep: string;
  readonly publishCount: number;
  readonly lastPublish: {
    readonly requestId: string;
    readonly phase: 'idle' | 'rendering' | 'render_failed' | 'exporting' | 'completed' | 'failed';
    readonly videoUrl: string | null;
  } | null;
};

export type Export = {
  readonly id: string;
  readonly projectId: string;
  readonly status: 'QUEUED' | 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
  readonly progress: number;
  readonly quality: '720p' | '1080p' | '4K';
  readonly requestedQuality: '720p' | '1080p' | '4K';
  readonly format: 'mp4' | 'webm';
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly sandbox: boolean;
  readonly watermarked: boolean;
  readonly durationSeconds: number | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly errorMessage: string | null;
  /** Only when status is SUCCESS; short-lived */
  readonly outputUrl?: string | undefined;
  readonly thumbnailUrl: string | null;
  readonly captions: readonly {
    readonly format: 'srt' | 'vtt';
    readonly url: string;
  }[];
  readonly creditsCharged: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
};

export type Publish = {
  readonly requestId: string;
  readonly projectId: string;
  readonly phase: 'idle' | 'rendering' | 'render_failed' | 'exporting' | 'completed' | 'failed';
  readonly quality: '720p' | '1080p' | '4K';
  readonly requestedQuality: '720p' | '1080p' | '4K';
  readonly format: 'mp4' | 'webm';
  readonly sandbox: boolean;
  readonly music: {
    readonly trackId: string | null;
    readonly title: string | null;
    readonly artist: string | null;
    readonly source: 'requested' | 'brand_match' | 'kept' | 'default' | 'none';
  };
  readonly voice: {
    readonly voiceId: string;
    readonly name: string;
  } | null;
  readonly credits: {
    readonly reserved: number;
    readonly breakdown: readonly {
      readonly action: string;
      readonly units: number;
      readonly credits: number;
    }[];
  };
  readonly scenes: readonly {
    readonly sceneId: string;
    readonly plan: 'render' | 'reuse';
  }[];
  readonly statusUrl: string;
  readonly eventsUrl: string;
  readonly nextStep: string;
};

export type PublishStatus = {
  /** Of the publish that this tells of; null before the first */
  readonly requestId: string | null;
  readonly phase: 'idle' | 'rendering' | 'render_failed' | 'exporting' | 'completed' | 'failed';
  readonly message: string;
  /** Why nothing moves yet; null where something does, or nothing has to */
  readonly waiting: {
    /** NO_NODE_READY: no render node is there; NO_NODE_FOR_…: none of those that are there can do this; NODES_BUSY: each works on something else */
    readonly reason: 'NO_NODE_READY' | 'NO_NODE_FOR_KIND' | 'NO_NODE_FOR_CODEC' | 'NO_NODE_FOR_VOICE' | 'NODES_BUSY';
    /** Jobs of everybody that wait longer than the first one of this */
    readonly jobsAhead: number;
  } | null;
  readonly sandbox: boolean;
  readonly etaSeconds: number | null;
  readonly render: {
    readonly state: 'idle' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
    readonly sceneCount: number;
    readonly doneScenes: number;
    readonly failedScenes: number;
    readonly progressPercent: number;
    readonly failures: readonly {
      readonly sceneId: string;
      readonly position: number;
      readonly code: string;
      readonly message: string;
      readonly layer?: string | undefined;
      readonly stage: 'prepare' | 'render' | 'encode' | 'assemble' | 'capture' | 'upload';
      readonly retryable: boolean;
      readonly creditRefunded: boolean;
      readonly attempts: number;
      readonly nodeId: string | null;
    }[];
    readonly scenes: readonly {
      readonly sceneId: string;
      readonly position: number;
      readonly state: 'pending' | 'blocked' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
      readonly progress: number;
      readonly reused: boolean;
      readonly creditCharged: boolean;
      readonly renderMs: number | null;
      readonly previewUrl: string | null;
      readonly error: string | null;
    }[];
  };
  readonly export: {
    readonly id: string;
    readonly status: 'QUEUED' | 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
    readonly progress: number;
    readonly quality: '720p' | '1080p' | '4K';
    readonly durationSeconds: number | null;
    readonly errorMessage?: string | undefined;
  } | null;
  readonly videoUrl: string | null;
  readonly thumbnailUrl: string | null;
  /** Where one was asked for */
  readonly callback?: Callback | undefined;
  readonly updatedAt: string;
};

export type PublishPlan = {
  readonly projectId: string;
  /** Whether this publish would be taken now */
  readonly canPublish: boolean;
  /** The publish that would be answered instead of a new one: it runs already, or its file is there */
  readonly existing: {
    readonly requestId: string;
    readonly state: 'running' | 'completed';
  } | null;
  /** What is made; lower than requestedQuality where the plan has no more */
  readonly quality: '720p' | '1080p' | '4K';
  readonly requestedQuality: '720p' | '1080p' | '4K';
  readonly format: 'mp4' | 'webm';
  readonly sandbox: boolean;
  readonly watermark: boolean;
  readonly music: {
    readonly trackId: string | null;
    readonly title: string | null;
    readonly artist: string | null;
    readonly source: 'requested' | 'brand_match' | 'kept' | 'default' | 'none';
  };
  readonly voice: {
    readonly voiceId: string;
    readonly name: string;
  } | null;
  /** Publish with it to pay exactly this, or to hear what changed (409); null where it would be refused */
  readonly planId: string | null;
  /** Until when the price binds: 15 minutes */
  readonly expiresAt: string | null;
  /** What would be set aside */
  readonly credits: {
    readonly reserved: number;
    readonly breakdown: readonly {
      readonly action: string;
      readonly units: number;
      readonly credits: number;
    }[];
  };
  readonly price: {
    /** The price: what is charged, less what comes back for what cannot be made */
    readonly credits: number;
    /** Scenes that are drawn; unchanged inputs cost nothing */
    readonly scenes: {
      readonly rendered: number;
      readonly credits: number;
    };
    /** Scenes that are there already */
    readonly reused: number;
    readonly export: {
      readonly quality: '720p' | '1080p' | '4K';
      readonly credits: number;
    };
    /** What the export pass of the project pays in place of credits */
    readonly pass: {
      readonly redeemed: boolean;
      readonly creditsSaved: number;
    };
    /** Plan allowance first; null where the credits do not reach */
    readonly source: {
      readonly plan: number;
      readonly purchased: number;
    } | null;
    /** What would be left; null where the credits do not reach */
    readonly remaining: {
      readonly plan: number;
      readonly purchased: number;
      readonly total: number;
    } | null;
  };
  /** From start to video, the queue before it included; null where nothing was measured yet, or one runs already */
  readonly etaSeconds: number | null;
  readonly scenes: readonly {
    readonly sceneId: string;
    readonly position: number;
    readonly plan: 'render' | 'reuse';
    /** Why, compared with the newest publish of the project */
    readonly reasons: readonly {
      readonly code: 'NEW_SCENE' | 'NOT_READY' | 'TEMPLATE_SWITCHED' | 'TEMPLATE_UPDATED' | 'LAYERS_CHANGED' | 'BRAND_CHANGED' | 'WATERMARK_CHANGED' | 'QUALITY_CHANGED' | 'FORMAT_CHANGED' | 'FRAME_RATE_CHANGED' | 'FAILED_BEFORE' | 'NOT_DRAWN_BEFORE' | 'ENGINE_CHANGED' | 'UNCHANGED' | 'DRAWN_BEFORE' | 'SAME_AS_SCENE';
      readonly message: string;
      /** The layers that look different now */
      readonly layers?: readonly string[] | undefined;
    }[];
  }[];
  /** The errors that the publish would answer, the first one first */
  readonly problems: readonly {
    readonly statusCode: number;
    /** The name of the status */
    readonly error: string;
    readonly message: string;
    readonly code: string;
    readonly details?: readonly {
      readonly path: string;
      readonly code: string;
      readonly message: string;
      readonly [name: string]: unknown;
    }[] | undefined;
    readonly [name: string]: unknown;
  }[];
};

export type Template = {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly aspectRatio: '16:9' | '16:12';
  readonly durationSeconds: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  /** A still of the template, 480 px wide; shows without a key */
  readonly thumbnailUrl: string;
  /** A silent MP4 of the template, 640 px wide; plays without a key */
  readonly previewVideoUrl: string;
  /** Languages of the sample texts; every script can be set */
  readonly locales: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly engine: 'lottie';
  readonly status: 'published';
  readonly active: true;
  readonly storyboard: {
    readonly bestUsedAs: string;
    readonly fitsBeats: readonly ('hook' | 'problem' | 'solution' | 'proof' | 'cta' | 'transition')[];
  };
  readonly voiceover: {
    readonly seconds: number;
    readonly maxChars: number;
    readonly maxWords: number;
  };
  readonly requiresUiCapture: boolean;
  readonly uiCaptureSlots: readonly {
    readonly key: string;
    readonly label: string;
    readonly kind: 'page' | 'components';
    readonly minComponents: number;
    readonly maxComponents: number;
    /** Width of the browser window that the slot shows, in CSS pixels */
    readonly width: number;
    readonly height: number;
    /** Whether a still image may stand for the page */
    readonly wholePageBackground: boolean;
    readonly scrolls: boolean;
  }[];
};

export type TemplateDetail = {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly aspectRatio: '16:9' | '16:12';
  readonly durationSeconds: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  /** A still of the template, 480 px wide; shows without a key */
  readonly thumbnailUrl: string;
  /** A silent MP4 of the template, 640 px wide; plays without a key */
  readonly previewVideoUrl: string;
  /** Languages of the sample texts; every script can be set */
  readonly locales: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly engine: 'lottie';
  readonly status: 'published';
  readonly active: true;
  readonly storyboard: {
    readonly bestUsedAs: string;
    readonly fitsBeats: readonly ('hook' | 'problem' | 'solution' | 'proof' | 'cta' | 'transition')[];
  };
  readonly voiceover: {
    readonly seconds: number;
    readonly maxChars: number;
    readonly maxWords: number;
  };
  readonly requiresUiCapture: boolean;
  readonly uiCaptureSlots: readonly {
    readonly key: string;
    readonly label: string;
    readonly kind: 'page' | 'components';
    readonly minComponents: number;
    readonly maxComponents: number;
    /** Width of the browser window that the slot shows, in CSS pixels */
    readonly width: number;
    readonly height: number;
    /** Whether a still image may stand for the page */
    readonly wholePageBackground: boolean;
    readonly scrolls: boolean;
  }[];
  readonly layerMeta: Readonly<Record<string, {
    readonly type: 'text' | 'longText' | 'number' | 'boolean' | 'color' | 'dropdown' | 'font' | 'image' | 'logo' | 'appLogo' | 'avatar' | 'background' | 'uiCapture';
    readonly label: string;
    readonly description: string;
    readonly defaultValue: string | number | boolean | null;
    readonly required: boolean;
    readonly locked: boolean;
    readonly group: string;
    readonly order: number;
    readonly brandRole?: 'logo' | 'appLogo' | 'avatar' | 'background' | 'primaryColor' | 'secondaryColor' | 'headingFont' | 'bodyFont' | undefined;
    readonly validation: {
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      readonly pattern?: string | undefined;
      readonly maxLines?: number | undefined;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly step?: number | undefined;
      readonly mimeTypes?: readonly string[] | undefined;
      readonly maxBytes?: number | undefined;
      readonly minWidth?: number | undefined;
      readonly minHeight?: number | undefined;
      readonly aspect?: string | undefined;
    };
    readonly options?: readonly {
      readonly value: string;
      readonly label: string;
    }[] | undefined;
  }>>;
};

export type StoryboardDraft = {
  readonly draft: {
    readonly title: string;
    /** The story in a sentence */
    readonly narrativeAngle: string;
    readonly aspectRatio: '16:9' | '16:12';
    readonly totalDurationSeconds: number;
    readonly scenes: readonly {
      /** 1-based */
      readonly order: number;
      readonly templateId: string;
      readonly templateName: string;
      readonly storyboardRole: 'hook' | 'problem' | 'solution' | 'proof' | 'cta' | 'transition';
      readonly durationSeconds: number;
      /** Complete sentences within the budget; empty where the scene is silent */
      readonly voiceover: string;
      readonly voiceoverBudget: {
        readonly seconds: number;
        readonly maxChars: number;
        readonly maxWords: number;
      };
      /** What the text layers show, one a line */
      readonly onScreenText: string;
      readonly parameters: Readonly<Record<string, string | number | boolean>>;
      /** ai: written into the parameters; title, narration: the text layers are left to fill from there */
      readonly textSource: 'ai' | 'title' | 'narration';
      /** The text layers that show words of this scene */
      readonly textLayerKeys: readonly string[];
      readonly requiresUiCapture: boolean;
      readonly captureSlots: readonly {
        readonly key: string;
        readonly label: string;
        readonly kind: 'page' | 'components';
        readonly minComponents: number;
        readonly maxComponents: number;
        /** Width of the browser window that the slot shows, in CSS pixels */
        readonly width: number;
        readonly height: number;
        /** Whether a still image may stand for the page */
        readonly wholePageBackground: boolean;
        readonly scrolls: boolean;
      }[];
      /** Which page to capture, and how; null where none is needed */
      readonly captureHint: string | null;
    }[];
  };
  /** A body that POST /projects takes as it is */
  readonly createPayload: {
    readonly title: string;
    readonly brand?: {
      readonly websiteUrl?: string | undefined;
      readonly name?: string | undefined;
    } | undefined;
    readonly brandId?: string | undefined;
    readonly scenes: readonly {
      readonly templateId: string;
      readonly title?: string | undefined;
      readonly voiceoverText?: string | undefined;
      readonly parameters: Readonly<Record<string, string | number | boolean>>;
    }[];
  };
  /** What to know about the draft, such as who wrote it */
  readonly notes: readonly string[];
  readonly nextStep: string;
};

export interface Operations {
  /** List templates */
  readonly listTemplates: {
    readonly input: {
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
      /** Only templates of this aspect ratio */
      readonly aspectRatio?: '16:9' | '16:12' | undefined;
      /** Only templates of this category */
      readonly category?: string | undefined;
      /** Words that must all occur in what describes the template */
      readonly search?: string | undefined;
      /** Only templates that fit this beat of a story */
      readonly beat?: 'hook' | 'problem' | 'solution' | 'proof' | 'cta' | 'transition' | undefined;
      /** Only templates that need a captured page, or only ones that do not */
      readonly requiresUiCapture?: 'true' | 'false' | undefined;
      /** Only templates that are no longer than this */
      readonly maxSeconds?: number | undefined;
      /** Only templates with this tag */
      readonly tag?: string | undefined;
      /** The order of the entries */
      readonly sort?: 'name' | 'duration' | 'category' | undefined;
    };
    readonly data: {
      readonly templates: readonly Template[];
    };
  };
  /** Read a template with its editable layers */
  readonly getTemplate: {
    readonly input: {
      /** The id or the slug of the template */
      readonly id: string;
    };
    readonly data: TemplateDetail;
  };
  /** List projects, newest first */
  readonly listProjects: {
    readonly input: {
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
      /** Only entries with this status */
      readonly status?: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED' | undefined;
      /** Only projects of the sandbox, or only others */
      readonly sandbox?: 'true' | 'false' | undefined;
    };
    readonly data: {
      readonly projects: readonly ProjectSummary[];
    };
  };
  /** Create a project with its scenes */
  readonly createProject: {
    readonly input: {
      readonly body: {
        /** Default: the name of the brand, else "Untitled video" */
        readonly title?: string | undefined;
        readonly brand?: {
          /** The public https address of a site; what it shows fills what is not given here */
          readonly websiteUrl?: string | undefined;
          readonly logoUrl?: string | undefined;
          readonly name?: string | undefined;
          /** #rrggbb */
          readonly primaryColor?: string | undefined;
          /** #rrggbb */
          readonly secondaryColor?: string | undefined;
          readonly fonts?: {
            /** A font family, as the templates name it */
            readonly heading?: string | undefined;
            /** A font family, as the templates name it */
            readonly body?: string | undefined;
          } | undefined;
          readonly tone?: 'calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious' | undefined;
        } | undefined;
        readonly brandId?: string | undefined;
        readonly scenes: readonly {
          /** The id or the slug of a template */
          readonly templateId: string;
          readonly voiceoverText?: string | null | undefined;
          /** Layer key -> text, number, true/false, colour, option, font or picture address; null = not set */
          readonly parameters?: Readonly<Record<string, unknown>> | undefined;
          readonly title?: string | null | undefined;
        }[];
      };
    };
    readonly data: Project;
  };
  /** Read a project with its scenes */
  readonly getProject: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: Project;
  };
  /** Change the title, the brand, the music track or the voice */
  readonly updateProject: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
      readonly body?: {
        readonly title?: string | undefined;
        readonly brandId?: string | null | undefined;
        readonly musicTrackId?: string | null | undefined;
        readonly voiceId?: string | null | undefined;
      } | undefined;
    };
    readonly data: Project;
  };
  /** Delete a project; its finished exports stay */
  readonly deleteProject: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly deleted: true;
      readonly projectId: string;
    };
  };
  /** Copy a project */
  readonly duplicateProject: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        readonly title?: string | undefined;
      } | undefined;
    };
    readonly data: Project;
  };
  /** Add a scene */
  readonly addScene: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
      readonly body: {
        /** The id or the slug of a template */
        readonly templateId: string;
        readonly voiceoverText?: string | null | undefined;
        /** Layer key -> text, number, true/false, colour, option, font or picture address; null = not set */
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly title?: string | null | undefined;
        /** 0-based; past the end, or absent, means the end */
        readonly position?: number | undefined;
      };
    };
    readonly data: {
      readonly scene: Scene;
      readonly project: Project;
    };
  };
  /** Put the scenes into another order */
  readonly reorderScenes: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
      readonly body: {
        readonly sceneIds: readonly string[];
      };
    };
    readonly data: {
      readonly scenes: readonly {
        readonly id: string;
        readonly position: number;
      }[];
      readonly project: {
        readonly id: string;
        readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
        readonly revision: number;
        readonly sceneCount: number;
      };
    };
  };
  /** Change a scene: parameters merge, null clears one */
  readonly updateScene: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
      readonly body?: {
        /** Layer key -> text, number, true/false, colour, option, font or picture address; null = not set */
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly voiceoverText?: string | null | undefined;
        readonly title?: string | null | undefined;
      } | undefined;
    };
    readonly data: {
      readonly scene: Scene;
      readonly project: {
        readonly id: string;
        readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
        readonly revision: number;
        readonly sceneCount: number;
      };
    };
  };
  /** Remove a scene */
  readonly deleteScene: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
    };
    readonly data: {
      readonly deleted: true;
      readonly sceneId: string;
      readonly sceneCount: number;
      readonly scenes: readonly {
        readonly id: string;
        readonly position: number;
      }[];
      readonly project: {
        readonly id: string;
        readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
        readonly revision: number;
        readonly sceneCount: number;
      };
    };
  };
  /** Give a scene another template */
  readonly switchSceneTemplate: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      /** The revision that the change is meant for (`"7"`); another one is refused with 409 */
      readonly ifMatch?: string | null | undefined;
      readonly body: {
        /** The id or the slug of a template */
        readonly templateId: string;
        /** Layer key -> text, number, true/false, colour, option, font or picture address; null = not set */
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
      };
    };
    readonly data: {
      readonly scene: Scene;
      readonly carriedOver: readonly string[];
      readonly droppedKeys: readonly string[];
      readonly captureInvalidated: boolean;
      readonly project: {
        readonly id: string;
        readonly status: 'RENDER_PENDING' | 'RENDERING' | 'RENDERED' | 'EXPORTING' | 'COMPLETED' | 'RENDER_FAILED' | 'EXPORT_FAILED' | 'CANCELLED' | 'ARCHIVED';
        readonly revision: number;
        readonly sceneCount: number;
      };
    };
  };
  /** List brands, newest first */
  readonly listBrands: {
    readonly input: {
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
    };
    readonly data: {
      readonly brands: readonly Brand[];
    };
  };
  /** Create a brand */
  readonly createBrand: {
    readonly input: {
      readonly body?: {
        /** The public https address of a site; what it shows fills what is not given here */
        readonly websiteUrl?: string | undefined;
        readonly logoUrl?: string | undefined;
        readonly name?: string | undefined;
        /** #rrggbb */
        readonly primaryColor?: string | undefined;
        /** #rrggbb */
        readonly secondaryColor?: string | undefined;
        readonly fonts?: {
          /** A font family, as the templates name it */
          readonly heading?: string | undefined;
          /** A font family, as the templates name it */
          readonly body?: string | undefined;
        } | undefined;
        readonly tone?: 'calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious' | undefined;
      } | undefined;
    };
    readonly data: Brand;
  };
  /** Read a brand */
  readonly getBrand: {
    readonly input: {
      /** The id of the brand */
      readonly id: string;
    };
    readonly data: Brand;
  };
  /** Change a brand */
  readonly updateBrand: {
    readonly input: {
      /** The id of the brand */
      readonly id: string;
      readonly body?: {
        readonly logoUrl?: string | null | undefined;
        readonly name?: string | null | undefined;
        readonly primaryColor?: string | null | undefined;
        readonly secondaryColor?: string | null | undefined;
        readonly fonts?: {
          readonly heading?: string | null | undefined;
          readonly body?: string | null | undefined;
        } | undefined;
        /** null: guessed from the name and the colours again */
        readonly tone?: 'calm' | 'warm' | 'confident' | 'energetic' | 'playful' | 'serious' | null | undefined;
      } | undefined;
    };
    readonly data: Brand;
  };
  /** Delete a brand */
  readonly deleteBrand: {
    readonly input: {
      /** The id of the brand */
      readonly id: string;
    };
    readonly data: {
      readonly deleted: true;
      readonly brandId: string;
    };
  };
  /** Read the website of a brand again */
  readonly refreshBrand: {
    readonly input: {
      /** The id of the brand */
      readonly id: string;
    };
    readonly data: Brand;
  };
  /** List the music of the library */
  readonly listMusic: {
    readonly input: {
      /** Words of a title, a tone or a genre */
      readonly query?: string | undefined;
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
    };
    readonly data: {
      readonly tracks: readonly MusicTrack[];
    };
  };
  /** List the voices */
  readonly listVoices: {
    readonly input: {
      /** A language (en) or a locale (en-GB) */
      readonly language?: string | undefined;
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
    };
    readonly data: {
      readonly voices: readonly Voice[];
    };
  };
  /** Capture a web page for a scene */
  readonly autoCapture: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      readonly body?: {
        /** A public https page; may be left out with a sessionId */
        readonly url?: string | undefined;
        /** An open browsing session: its page is captured */
        readonly sessionId?: string | undefined;
        /** A slot of the template; without it the first one that shows nothing yet */
        readonly slotKey?: string | undefined;
        /** Words of what should be shown: candidates that they fit rank higher */
        readonly focus?: readonly string[] | undefined;
        /** CSS selectors of parts that should be shown */
        readonly selectors?: readonly string[] | undefined;
        /** What to do on the page first: as the actions of a browse session */
        readonly steps?: readonly {
          readonly type: 'goto' | 'click' | 'type' | 'hover' | 'scroll' | 'wait' | 'press' | 'back';
          readonly text?: string | undefined;
          readonly selector?: string | undefined;
        }[] | undefined;
        /** auto: around what is selected; current: what the window shows; full: the whole page */
        readonly frame?: 'auto' | 'current' | 'full' | undefined;
        /** How much of the picture the selected parts should fill */
        readonly targetFill?: number | undefined;
        /** Leaves the browser open and answers its sessionId */
        readonly keepSession?: boolean | undefined;
        /** Adds a small picture with numbered boxes */
        readonly annotate?: boolean | undefined;
        /** false: only candidates and the annotated picture; select next */
        readonly autoSelect?: boolean | undefined;
      } | undefined;
    };
    readonly data: CaptureLoginRequired;
  };
  /** Show other parts of a capture */
  readonly selectCapture: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      readonly body: {
        readonly captureId: string;
        /** Ids of candidates, in the order in which they appear */
        readonly selectedComponentIds: readonly string[];
      };
    };
    readonly data: {
      readonly captureId: string | null;
      readonly sceneId: string;
      readonly slotKey: string;
      /** Whether every slot of the scene shows something */
      readonly renderReady: boolean;
      readonly selected: readonly string[];
      readonly screenshotUrl: string;
    };
  };
  /** Let a still image stand for the page */
  readonly captureImage: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      readonly body: {
        readonly imageUrl: string;
        /** A slot of the template; without it the first one that shows nothing yet */
        readonly slotKey?: string | undefined;
      };
    };
    readonly data: {
      readonly captureId: string | null;
      readonly sceneId: string;
      readonly slotKey: string;
      /** Whether every slot of the scene shows something */
      readonly renderReady: boolean;
      readonly selected: readonly string[];
      readonly screenshotUrl: string;
    };
  };
  /** List scenes that still need a capture */
  readonly listPendingCaptures: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly pendingCaptures: readonly PendingCapture[];
    };
  };
  /** Photograph a web page */
  readonly capturePage: {
    readonly input: {
      readonly body: {
        /** A public https page */
        readonly url: string;
        /** CSS selector of the one part to show */
        readonly selector?: string | undefined;
        /** 1440 × 900, 834 × 1112 or 390 × 844 */
        readonly viewport?: 'desktop' | 'tablet' | 'mobile' | undefined;
      };
    };
    readonly data: PageCapture;
  };
  /** Read what a scene would be drawn from */
  readonly getScenePreview: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
    };
    readonly data: ScenePreview;
  };
  /** Try an edit of a scene without saving it */
  readonly previewScene: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      /** The id of the scene */
      readonly sceneId: string;
      readonly body?: {
        /** Layer key -> text, number, true/false, colour, option, font or picture address; null = not set */
        readonly parameters?: Readonly<Record<string, unknown>> | undefined;
        readonly voiceoverText?: string | null | undefined;
        readonly title?: string | null | undefined;
      } | undefined;
    };
    readonly data: ScenePreview;
  };
  /** Draft a storyboard from a prompt */
  readonly draftStoryboard: {
    readonly input: {
      readonly body: {
        /** What the video is about, in any language; lists and numbers are used as they stand */
        readonly prompt: string;
        readonly brandName?: string | undefined;
        /** The public https address of the brand; it is read when the project is created, not for the draft */
        readonly brandUrl?: string | undefined;
        /** How the brand speaks, such as "warm and plain" */
        readonly brandVoice?: string | undefined;
        /** A stored brand; its logo and colours fill the scenes */
        readonly brandId?: string | undefined;
        readonly maxScenes?: number | undefined;
        readonly targetDurationSeconds?: number | undefined;
        readonly aspectRatio?: '16:9' | '16:12' | undefined;
        /** true: prefers templates that show real pages; false: avoids them; left out: one where a website is known */
        readonly captureUi?: boolean | undefined;
      };
    };
    readonly data: StoryboardDraft;
  };
  /** Read an export */
  readonly getExport: {
    readonly input: {
      /** The id of the export */
      readonly exportId: string;
    };
    readonly data: Export;
  };
  /** Get an address that downloads the file of an export */
  readonly downloadExport: {
    readonly input: {
      /** The id of the export */
      readonly exportId: string;
    };
    readonly data: {
      /** Forces a download; good for five minutes */
      readonly url: string;
      readonly expiresAt: string;
      readonly filename: string;
      readonly contentType: string;
      readonly sizeBytes: number;
      readonly sha256: string;
    };
  };
  /** Open a page in a remote browser */
  readonly openBrowseSession: {
    readonly input: {
      readonly body: {
        /** An http or https page */
        readonly url: string;
        /** The project that the session is for: its steps are logged there */
        readonly projectId?: string | undefined;
        /** A scene of the project: the window gets the size that its template shows */
        readonly sceneId?: string | undefined;
      };
    };
    readonly data: BrowseSession;
  };
  /** The page that a session shows, in words and as a small picture */
  readonly getBrowseOutline: {
    readonly input: {
      /** The id of the record */
      readonly id: string;
    };
    readonly data: BrowseOutline;
  };
  /** Do steps in a session, one after the other */
  readonly runBrowseActions: {
    readonly input: {
      /** The id of the record */
      readonly id: string;
      readonly body: {
        readonly actions: readonly {
          readonly type: 'goto' | 'click' | 'type' | 'hover' | 'scroll' | 'wait' | 'press' | 'back';
          readonly text?: string | undefined;
          readonly selector?: string | undefined;
        }[];
      };
    };
    readonly data: {
      readonly results: readonly {
        readonly index: number;
        readonly status: 'ok' | 'refused' | 'failed';
        readonly code: string | null;
        readonly message: string | null;
        readonly url: string;
      }[];
      readonly outline: BrowseOutline;
    };
  };
  /** Close a session */
  readonly closeBrowseSession: {
    readonly input: {
      /** The id of the record */
      readonly id: string;
    };
    readonly data: {
      readonly closed: true;
      readonly durationSeconds: number;
      readonly billedCredits: number;
      readonly reason: 'closed' | 'idle' | 'hour' | 'published' | 'key_ended' | 'node_lost' | 'credits' | 'daily_minutes' | 'open_failed';
    };
  };
  /** Go on after a person signed in through the loginUrl */
  readonly finishHumanSignIn: {
    readonly input: {
      /** The id of the record */
      readonly id: string;
    };
    readonly data: {
      readonly humanSignedInAt: string | null;
      readonly humanHoldUntil: string | null;
      readonly outline: BrowseOutline;
    };
  };
  /** Whether a session is open, and whether a person is at it */
  readonly getBrowseStatus: {
    readonly input: {
      /** The id of the record */
      readonly id: string;
    };
    readonly data: BrowseSessionStatus;
  };
  /** Whether the caller’s browser keeps sign-ins between sessions */
  readonly getBrowseLogins: {
    readonly input: {};
    readonly data: {
      readonly exists: boolean;
      readonly profileCreatedAt: string | null;
      readonly lastUsedAt: string | null;
      readonly domains: readonly string[];
    };
  };
  /** Forget every sign-in of the caller’s browser */
  readonly resetBrowseLogins: {
    readonly input: {};
    readonly data: {
      readonly reset: true;
    };
  };
  /** The browsing steps that were logged on a project, newest first */
  readonly listBrowseSteps: {
    readonly input: {
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly steps: readonly BrowseStep[];
    };
  };
  /** The narration of a project: its state, its audio and where every line lies */
  readonly getNarration: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: Narration;
  };
  /** Have the narration spoken, or spoken anew after a change */
  readonly refreshNarration: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        /** Of GET /media/voices; kept for later publishes */
        readonly voiceId?: string | undefined;
        /** Like `en` or `en-GB`. Without voiceId it picks a voice of that language, which is kept */
        readonly language?: string | undefined;
        /** Against the voice's own pace, counted in hundredths; kept for later publishes */
        readonly speed?: number | undefined;
        /** Speaks again even where the take is ready */
        readonly force?: boolean | undefined;
      } | undefined;
    };
    readonly data: Narration;
  };
  /** Render every scene that changed and make one video of all of them */
  readonly publishProject: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        /** Default 1080p, or the most that the plan has */
        readonly quality?: '720p' | '1080p' | '4K' | undefined;
        readonly format?: 'mp4' | 'webm' | undefined;
        readonly includeMusic?: boolean | undefined;
        /** Without it, a track that fits the brand is chosen once and kept */
        readonly musicTrackId?: string | undefined;
        /** Default: when a scene has a voiceoverText */
        readonly includeVoiceover?: boolean | undefined;
        readonly voiceId?: string | undefined;
        /** Default: when a template has them */
        readonly includeSoundEffects?: boolean | undefined;
        /** A public https address */
        readonly callbackUrl?: string | undefined;
        readonly callbackSecret?: string | undefined;
        /** Of POST …/publish/plan: costs exactly what it said, or is refused with what changed (409) */
        readonly planId?: string | undefined;
      } | undefined;
    };
    readonly data: Publish;
  };
  /** What a publish would do and cost, and what would refuse it; nothing is started */
  readonly planPublish: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        /** Default 1080p, or the most that the plan has */
        readonly quality?: '720p' | '1080p' | '4K' | undefined;
        readonly format?: 'mp4' | 'webm' | undefined;
        readonly includeMusic?: boolean | undefined;
        /** Without it, a track that fits the brand is chosen once and kept */
        readonly musicTrackId?: string | undefined;
        /** Default: when a scene has a voiceoverText */
        readonly includeVoiceover?: boolean | undefined;
        readonly voiceId?: string | undefined;
        /** Default: when a template has them */
        readonly includeSoundEffects?: boolean | undefined;
        /** A public https address */
        readonly callbackUrl?: string | undefined;
        readonly callbackSecret?: string | undefined;
      } | undefined;
    };
    readonly data: PublishPlan;
  };
  /** How far a publish is */
  readonly getPublishStatus: {
    readonly input: {
      /** Answers as soon as something changed, at the latest after this many seconds */
      readonly wait?: string | undefined;
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: PublishStatus;
  };
  /** The status of a publish as server-sent events, until it ends */
  readonly streamPublishStatus: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: never;
  };
  /** End a publish that is under way; what was not made is not paid for */
  readonly cancelPublish: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly requestId: string;
      readonly creditsReleased: number;
    };
  };
  /** Render every scene that changed, or the named ones, without an export */
  readonly startRender: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        /** Default: every scene that changed */
        readonly sceneIds?: readonly string[] | undefined;
        /** Renders the scenes again even where nothing changed, at the price of a new scene */
        readonly force?: boolean | undefined;
        readonly quality?: '720p' | '1080p' | '4K' | undefined;
        readonly format?: 'mp4' | 'webm' | undefined;
      } | undefined;
    };
    readonly data: {
      readonly requestId: string;
      readonly state: 'idle' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
      readonly queued: number;
      readonly reused: number;
      readonly creditsReserved: number;
      readonly scenes: readonly {
        readonly sceneId: string;
        readonly plan: 'render' | 'reuse';
      }[];
    };
  };
  /** How far the scenes of a project are */
  readonly getRenderStatus: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly state: 'idle' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
      readonly sceneCount: number;
      readonly doneScenes: number;
      readonly failedScenes: number;
      readonly progressPercent: number;
      readonly failures: readonly {
        readonly sceneId: string;
        readonly position: number;
        readonly code: string;
        readonly message: string;
        readonly layer?: string | undefined;
        readonly stage: 'prepare' | 'render' | 'encode' | 'assemble' | 'capture' | 'upload';
        readonly retryable: boolean;
        readonly creditRefunded: boolean;
        readonly attempts: number;
        readonly nodeId: string | null;
      }[];
      readonly scenes: readonly {
        readonly sceneId: string;
        readonly position: number;
        readonly state: 'pending' | 'blocked' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
        readonly progress: number;
        readonly reused: boolean;
        readonly creditCharged: boolean;
        readonly renderMs: number | null;
        readonly previewUrl: string | null;
        readonly error: string | null;
      }[];
      readonly updatedAt: string;
    };
  };
  /** Whether an export can be queued, and what it would cost */
  readonly getExportReadiness: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly ready: boolean;
      readonly reasons: readonly {
        readonly code: 'SCENES_NOT_RENDERED' | 'PENDING_CAPTURE' | 'NARRATION_STALE' | 'RENDER_RUNNING';
        readonly message: string;
        readonly sceneIds: readonly string[];
      }[];
      readonly allowedQualities: readonly ('720p' | '1080p' | '4K')[];
      readonly maxQuality: '720p' | '1080p' | '4K';
      readonly watermark: boolean;
      readonly creditsRequired: Readonly<Record<string, number>>;
    };
  };
  /** Queue an export of scenes that are all rendered */
  readonly createExport: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
      readonly body?: {
        /** Default 1080p, or the most that the plan has */
        readonly quality?: '720p' | '1080p' | '4K' | undefined;
        readonly format?: 'mp4' | 'webm' | undefined;
        readonly includeMusic?: boolean | undefined;
        /** Without it, a track that fits the brand is chosen once and kept */
        readonly musicTrackId?: string | undefined;
        /** Default: when a scene has a voiceoverText */
        readonly includeVoiceover?: boolean | undefined;
        readonly voiceId?: string | undefined;
        /** Default: when a template has them */
        readonly includeSoundEffects?: boolean | undefined;
      } | undefined;
    };
    readonly data: Export;
  };
  /** Send the newest callback of a project again */
  readonly redeliverCallback: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly callback: Callback;
    };
  };
  /** List the tries of the newest callback of a project */
  readonly listCallbackDeliveries: {
    readonly input: {
      /** The id of the project */
      readonly projectId: string;
    };
    readonly data: {
      readonly deliveries: readonly CallbackDelivery[];
    };
  };
  /** List keys, newest first */
  readonly listApiKeys: {
    readonly input: {
      /** Which page, from 1 */
      readonly page?: number | undefined;
      /** How many entries a page has */
      readonly limit?: number | undefined;
      /** true: also keys that were revoked or expired more than 30 days ago */
      readonly includeInactive?: 'true' | 'false' | undefined;
    };
    readonly data: {
      readonly apiKeys: readonly ApiKey[];
    };
  };
  /** Make a key */
  readonly createApiKey: {
    readonly input: {
      readonly body: {
        readonly name: string;
        /** A key makes keys of its own environment only */
        readonly environment?: 'live' | 'test' | undefined;
        /** null = never */
        readonly expiresAt?: string | null | undefined;
        /** Credits that the key may spend in a UTC calendar month; null = no cap of its own */
        readonly monthlyCreditCap?: number | null | undefined;
        /** Default: those of the key that asks, without keys:write */
        readonly scopes?: readonly ('templates:read' | 'media:read' | 'brands:read' | 'brands:write' | 'projects:read' | 'projects:write' | 'publish' | 'exports:read' | 'exports:write' | 'billing:read' | 'capture' | 'browse' | 'storyboard' | 'keys:write')[] | undefined;
      };
    };
    readonly data: ApiKeyWithSecret;
  };
  /** Read a key */
  readonly getApiKey: {
    readonly input: {
      /** The id of the key */
      readonly id: string;
    };
    readonly data: ApiKey;
  };
  /** Change the name or the monthly cap */
  readonly updateApiKey: {
    readonly input: {
      /** The id of the key */
      readonly id: string;
      readonly body?: {
        readonly name?: string | undefined;
        /** Credits that the key may spend in a UTC calendar month; null = no cap of its own */
        readonly monthlyCreditCap?: number | null | undefined;
      } | undefined;
    };
    readonly data: ApiKey;
  };
  /** Revoke a key */
  readonly revokeApiKey: {
    readonly input: {
      /** The id of the key */
      readonly id: string;
    };
    readonly data: ApiKey;
  };
  /** Give a key another secret */
  readonly rotateApiKey: {
    readonly input: {
      /** The id of the key */
      readonly id: string;
      readonly body?: {
        /** How long the secret that is replaced is still taken */
        readonly overlapSeconds?: number | undefined;
      } | undefined;
    };
    readonly data: ApiKeyWithSecret;
  };
  /** What a key spent, month by month */
  readonly getApiKeyUsage: {
    readonly input: {
      /** The id of the key */
      readonly id: string;
    };
    readonly data: ApiKeyUsage;
  };
  /** Who calls */
  readonly getAccount: {
    readonly input: {};
    readonly data: Account;
  };
  /** Buy credits */
  readonly checkoutCredits: {
    readonly input: {
      readonly body: {
        /** A pack of the catalog */
        readonly packId: string;
        /** A path of the web app to come back to, at most 512 characters; `checkout` and `sessionId` are added to its query. Default: /billing */
        readonly returnPath?: string | undefined;
      };
    };
    readonly data: Checkout;
  };
  /** List export passes, top-ups and what can be bought */
  readonly getOneTimeGoods: {
    readonly input: {};
    readonly data: OneTimeGoods;
  };
  /** Buy an export pass */
  readonly checkoutExportPass: {
    readonly input: {
      readonly body?: {
        /** A path of the web app to come back to, at most 512 characters; `checkout` and `sessionId` are added to its query. Default: /billing */
        readonly returnPath?: string | undefined;
      } | undefined;
    };
    readonly data: Checkout;
  };
  /** Buy a render top-up */
  readonly checkoutTopUp: {
    readonly input: {
      readonly body: {
        /** A pack of the catalog */
        readonly packId: string;
        /** A path of the web app to come back to, at most 512 characters; `checkout` and `sessionId` are added to its query. Default: /billing */
        readonly returnPath?: string | undefined;
      };
    };
    readonly data: Checkout;
  };
  /** Confirm a purchase */
  readonly confirmPurchase: {
    readonly input: {
      readonly body: {
        readonly sessionId: string;
      };
    };
    readonly data: PaymentConfirmation;
  };
  /** Spend an export pass on a project */
  readonly redeemExportPass: {
    readonly input: {
      readonly body: {
        readonly projectId: string;
      };
    };
    readonly data: PassRedemption;
  };
  /** Read the balance, the prices and what is on sale */
  readonly listBillingCredits: {
    readonly input: {};
    readonly data: Credits;
  };
  /** List movements of credits, newest first */
  readonly getBillingCreditLedger: {
    readonly input: {
      /** How many entries a page has */
      readonly limit?: number | undefined;
      /** nextCursor of the page before */
      readonly cursor?: string | undefined;
      /** Movements of one type */
      readonly type?: 'grant' | 'reserve' | 'spend' | 'release' | 'refund' | 'purchase' | 'reset' | 'adjustment' | 'expiry' | undefined;
      /** Movements of one key */
      readonly keyId?: string | undefined;
      /** Movements of one project */
      readonly projectId?: string | undefined;
      /** At or after this time or UTC day */
      readonly from?: string | undefined;
      /** Before this time or UTC day */
      readonly to?: string | undefined;
    };
    readonly data: {
      readonly entries: readonly LedgerEntry[];
      readonly nextCursor: string | null;
    };
  };
  /** Read what was used this month */
  readonly getBillingUsage: {
    readonly input: {};
    readonly data: Usage;
  };
}

export const operations = {
  listTemplates: { method: 'GET', path: '/templates', query: { page: 'page', limit: 'limit', aspectRatio: 'aspectRatio', category: 'category', search: 'search', beat: 'beat', requiresUiCapture: 'requiresUiCapture', maxSeconds: 'maxSeconds', tag: 'tag', sort: 'sort' }, headers: {}, answer: 'json' },
  getTemplate: { method: 'GET', path: '/templates/{id}', query: {}, headers: {}, answer: 'json' },
  listProjects: { method: 'GET', path: '/projects', query: { page: 'page', limit: 'limit', status: 'status', sandbox: 'sandbox' }, headers: {}, answer: 'json' },
  createProject: { method: 'POST', path: '/projects', query: {}, headers: {}, answer: 'json' },
  getProject: { method: 'GET', path: '/projects/{projectId}', query: {}, headers: {}, answer: 'json' },
  updateProject: { method: 'PATCH', path: '/projects/{projectId}', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  deleteProject: { method: 'DELETE', path: '/projects/{projectId}', query: {}, headers: {}, answer: 'json' },
  duplicateProject: { method: 'POST', path: '/projects/{projectId}/duplicate', query: {}, headers: {}, answer: 'json' },
  addScene: { method: 'POST', path: '/projects/{projectId}/scenes', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  reorderScenes: { method: 'PATCH', path: '/projects/{projectId}/scenes/reorder', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  updateScene: { method: 'PATCH', path: '/projects/{projectId}/scenes/{sceneId}', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  deleteScene: { method: 'DELETE', path: '/projects/{projectId}/scenes/{sceneId}', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  switchSceneTemplate: { method: 'PATCH', path: '/projects/{projectId}/scenes/{sceneId}/template', query: {}, headers: { ifMatch: 'if-match' }, answer: 'json' },
  listBrands: { method: 'GET', path: '/brands', query: { page: 'page', limit: 'limit' }, headers: {}, answer: 'json' },
  createBrand: { method: 'POST', path: '/brands', query: {}, headers: {}, answer: 'json' },
  getBrand: { method: 'GET', path: '/brands/{id}', query: {}, headers: {}, answer: 'json' },
  updateBrand: { method: 'PATCH', path: '/brands/{id}', query: {}, headers: {}, answer: 'json' },
  deleteBrand: { method: 'DELETE', path: '/brands/{id}', query: {}, headers: {}, answer: 'json' },
  refreshBrand: { method: 'POST', path: '/brands/{id}/refresh', query: {}, headers: {}, answer: 'json' },
  listMusic: { method: 'GET', path: '/media/music', query: { query: 'query', page: 'page', limit: 'limit' }, headers: {}, answer: 'json' },
  listVoices: { method: 'GET', path: '/media/voices', query: { language: 'language', page: 'page', limit: 'limit' }, headers: {}, answer: 'json' },
  autoCapture: { method: 'POST', path: '/projects/{projectId}/scenes/{sceneId}/auto-capture', query: {}, headers: {}, answer: 'json' },
  selectCapture: { method: 'POST', path: '/projects/{projectId}/scenes/{sceneId}/capture-selection', query: {}, headers: {}, answer: 'json' },
  captureImage: { method: 'POST', path: '/projects/{projectId}/scenes/{sceneId}/capture-image', query: {}, headers: {}, answer: 'json' },
  listPendingCaptures: { method: 'GET', path: '/projects/{projectId}/captures/pending', query: {}, headers: {}, answer: 'json' },
  capturePage: { method: 'POST', path: '/browse/capture', query: {}, headers: {}, answer: 'json' },
  getScenePreview: { method: 'GET', path: '/projects/{projectId}/scenes/{sceneId}/preview', query: {}, headers: {}, answer: 'json' },
  previewScene: { method: 'POST', path: '/projects/{projectId}/scenes/{sceneId}/preview', query: {}, headers: {}, answer: 'json' },
  draftStoryboard: { method: 'POST', path: '/ai/storyboard/draft', query: {}, headers: {}, answer: 'json' },
  getExport: { method: 'GET', path: '/exports/{exportId}', query: {}, headers: {}, answer: 'json' },
  downloadExport: { method: 'GET', path: '/exports/{exportId}/download', query: {}, headers: {}, answer: 'json' },
  openBrowseSession: { method: 'POST', path: '/browse/sessions', query: {}, headers: {}, answer: 'json' },
  getBrowseOutline: { method: 'GET', path: '/browse/sessions/{id}/outline', query: {}, headers: {}, answer: 'json' },
  runBrowseActions: { method: 'POST', path: '/browse/sessions/{id}/actions', query: {}, headers: {}, answer: 'json' },
  closeBrowseSession: { method: 'DELETE', path: '/browse/sessions/{id}', query: {}, headers: {}, answer: 'json' },
  finishHumanSignIn: { method: 'POST', path: '/browse/sessions/{id}/human-done', query: {}, headers: {}, answer: 'json' },
  getBrowseStatus: { method: 'GET', path: '/browse/sessions/{id}/status', query: {}, headers: {}, answer: 'json' },
  getBrowseLogins: { method: 'GET', path: '/browse/logins', query: {}, headers: {}, answer: 'json' },
  resetBrowseLogins: { method: 'DELETE', path: '/browse/logins', query: {}, headers: {}, answer: 'json' },
  listBrowseSteps: { method: 'GET', path: '/projects/{projectId}/browse/steps', query: { page: 'page', limit: 'limit' }, headers: {}, answer: 'json' },
  getNarration: { method: 'GET', path: '/projects/{projectId}/narration', query: {}, headers: {}, answer: 'json' },
  refreshNarration: { method: 'POST', path: '/projects/{projectId}/narration', query: {}, headers: {}, answer: 'json' },
  publishProject: { method: 'POST', path: '/projects/{projectId}/publish', query: {}, headers: {}, answer: 'json' },
  planPublish: { method: 'POST', path: '/projects/{projectId}/publish/plan', query: {}, headers: {}, answer: 'json' },
  getPublishStatus: { method: 'GET', path: '/projects/{projectId}/publish/status', query: { wait: 'wait' }, headers: {}, answer: 'json' },
  streamPublishStatus: { method: 'GET', path: '/projects/{projectId}/publish/events', query: {}, headers: {}, answer: 'events' },
  cancelPublish: { method: 'POST', path: '/projects/{projectId}/publish/cancel', query: {}, headers: {}, answer: 'json' },
  startRender: { method: 'POST', path: '/projects/{projectId}/render/start', query: {}, headers: {}, answer: 'json' },
  getRenderStatus: { method: 'GET', path: '/projects/{projectId}/render/status', query: {}, headers: {}, answer: 'json' },
  getExportReadiness: { method: 'GET', path: '/exports/projects/{projectId}/readiness', query: {}, headers: {}, answer: 'json' },
  createExport: { method: 'POST', path: '/exports/projects/{projectId}', query: {}, headers: {}, answer: 'json' },
  redeliverCallback: { method: 'POST', path: '/projects/{projectId}/publish/callback/redeliver', query: {}, headers: {}, answer: 'json' },
  listCallbackDeliveries: { method: 'GET', path: '/projects/{projectId}/publish/callback/deliveries', query: {}, headers: {}, answer: 'json' },
  listApiKeys: { method: 'GET', path: '/api-keys', query: { page: 'page', limit: 'limit', includeInactive: 'includeInactive' }, headers: {}, answer: 'json' },
  createApiKey: { method: 'POST', path: '/api-keys', query: {}, headers: {}, answer: 'json' },
  getApiKey: { method: 'GET', path: '/api-keys/{id}', query: {}, headers: {}, answer: 'json' },
  updateApiKey: { method: 'PATCH', path: '/api-keys/{id}', query: {}, headers: {}, answer: 'json' },
  revokeApiKey: { method: 'DELETE', path: '/api-keys/{id}', query: {}, headers: {}, answer: 'json' },
  rotateApiKey: { method: 'POST', path: '/api-keys/{id}/rotate', query: {}, headers: {}, answer: 'json' },
  getApiKeyUsage: { method: 'GET', path: '/api-keys/{id}/usage', query: {}, headers: {}, answer: 'json' },
  getAccount: { method: 'GET', path: '/account', query: {}, headers: {}, answer: 'json' },
  checkoutCredits: { method: 'POST', path: '/billing/credits/checkout', query: {}, headers: {}, answer: 'json' },
  getOneTimeGoods: { method: 'GET', path: '/billing/one-time', query: {}, headers: {}, answer: 'json' },
  checkoutExportPass: { method: 'POST', path: '/billing/one-time/export-pass/checkout', query: {}, headers: {}, answer: 'json' },
  checkoutTopUp: { method: 'POST', path: '/billing/one-time/top-up/checkout', query: {}, headers: {}, answer: 'json' },
  confirmPurchase: { method: 'POST', path: '/billing/one-time/confirm', query: {}, headers: {}, answer: 'json' },
  redeemExportPass: { method: 'POST', path: '/billing/one-time/export-pass/redeem', query: {}, headers: {}, answer: 'json' },
  listBillingCredits: { method: 'GET', path: '/billing/credits', query: {}, headers: {}, answer: 'json' },
  getBillingCreditLedger: { method: 'GET', path: '/billing/credits/ledger', query: { limit: 'limit', cursor: 'cursor', type: 'type', keyId: 'keyId', projectId: 'projectId', from: 'from', to: 'to' }, headers: {}, answer: 'json' },
  getBillingUsage: { method: 'GET', path: '/billing/usage', query: {}, headers: {}, answer: 'json' },
} as const;
