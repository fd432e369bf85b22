import type { ApiKey, ApiKeyWithSecret } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, farm } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { overlaps } from './key-form.ts';
import { refreshKeys } from './key-queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** What somebody is about to do to a key. */
export type KeyAct = { readonly kind: 'rotate' | 'revoke'; readonly key: ApiKey };

interface ActProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

const Revoke = ({ apiKey: { id, name }, onClose }: ActProps) => {
  const queries = useQueryClient();
  const revoked = useMutation({
    mutationFn: () => farm.revokeApiKey({ id }),
    onSuccess: () => {
      refreshKeys(queries);
      toast(`“${name}” is revoked. Requests with it are refused from now on.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      confirm="Revoke the key"
      danger
      busy={revoked.isPending}
      onConfirm={() => revoked.mutate()}
      onClose={onClose}
    >
      <ProblemNotice error={revoked.error} />
      <p>
        The next request with it is refused, and its open streams and browsing sessions end. Work that is under way is
        finished. It cannot be taken back; its use stays on record.
      </p>
    </ConfirmDialog>
  );
};

const Rotate = ({
  apiKey: { id, name },
  onClose,
  onRotated,
}: ActProps & { readonly onRotated: (key: ApiKeyWithSecret) => void }) => {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState(String(overlaps[2].seconds));
  const rotated = useMutation({
    mutationFn: () => dataOf(farm.rotateApiKey({ id, body: { overlapSeconds: Number(overlap) } })),
    // The answer holds a secret: nothing keeps it once it was shown.
    gcTime: 0,
    onSuccess: (key) => {
      refreshKeys(queries);
      onRotated(key);
    },
  });
  return (
    <Dialog
      title={`Give “${name}” another secret?`}
      onClose={onClose}
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={rotated.isPending} onClick={() => rotated.mutate()}>
            Rotate the key
          </Button>
        </>
      }
    >
      <ProblemNotice error={rotated.error} />
      <p>The key keeps its name, its cap and its use. You get a new secret; the one it has now ends.</p>
      <SelectField
        label="The secret that it has now ends"
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map(({ seconds, label }) => ({ value: String(seconds), label }))}
        hint="Until then both are taken, so that nothing stops while you replace it."
      />
    </Dialog>
  );
};

/** The dialogs of what is done to a key, the new secret of a rotation included. */
export const KeyActs = ({ act, onClose }: { readonly act: KeyAct | null; readonly onClose: () => void }) => {
  const [rotated, setRotated] = useState<ApiKeyWithSecret | null>(null);
  if (rotated !== null) {
    return (
      <SecretDialog
        keyName={rotated.name}
        secret={rotated.secret}
        onClose={() => {
          setRotated(null);
          onClose();
        }}
      />
    );
  }
  if (act === null) return null;
  return act.kind === 'revoke' ? (
    <Revoke apiKey={act.key} onClose={onClose} />
  ) : (
    <Rotate apiKey={act.key} onClose={onClose} onRotated={setRotated} />
  );
};
