import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '../../api.ts';
import '../../tokens.css';
import '../../ui/kit.css';
import { ScenePreview } from '../scene-preview.tsx';
import type { ShownPreview } from './page-types.ts';

let root: Root | null = null;

/** Shows the component as the editor does; called again, it gets other properties. */
const showPreview = (shown: ShownPreview): void => {
  if (root === null) {
    const place = document.createElement('div');
    place.id = 'place';
    place.style.width = '640px';
    document.body.append(place);
    root = createRoot(place);
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ScenePreview {...shown} />
      </QueryClientProvider>
    </StrictMode>,
  );
};

globalThis.showPreview = showPreview;
