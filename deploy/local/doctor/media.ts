import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encoderCatalog, type Proof, proveEncoders } from '@reelyard/render-node/engine/encode/catalog.ts';
import { ffmpegPath } from '@reelyard/render-node/engine/encode/ffmpeg.ts';
import { soundEffects } from '@reelyard/shared/contracts/template.ts';
import { effectPath, trackPath, tracks, voices } from '@reelyard/shared/media/catalog.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import { broken, type Finding, good, limited } from './finding.ts';

const proofPatienceMs = 60_000;

/** ffmpeg itself, then one finding for each encoder, which had to make real frames. */
export async function checkEncoders(): Promise<Finding[]> {
  let program: Finding;
  try {
    const path = ffmpegPath();
    const version =
      /^ffmpeg version (\S+)/.exec(execFileSync(path, ['-version'], { encoding: 'utf8' }))?.[1] ??
      'of an unknown version';
    program = good('ffmpeg', `${version} (${path})`);
  } catch (error) {
    return [
      broken(
        'ffmpeg',
        (error as Error).message,
        'Set FFMPEG_PATH to an ffmpeg with libx264 and libvpx-vp9, or install one.',
      ),
    ];
  }
  const proofs = await proveEncoders(encoderCatalog, AbortSignal.timeout(proofPatienceMs));
  return [program, ...proofs.map((proof) => encoderFinding(proof, proofs))];
}

function encoderFinding(proof: Proof, all: readonly Proof[]): Finding {
  const { name, codec, hardware } = proof.encoder;
  const part = `Encoder ${name}`;
  if (proof.proven)
    return good(
      part,
      `${codec}, ${hardware ? 'in hardware' : 'in software'}: encoded real frames in ${Math.round(proof.tookMs)} ms`,
    );
  const another = all.find((other) => other.proven && other.encoder.codec === codec);
  const why = proof.reason instanceof Error ? firstLine(proof.reason.message) : String(proof.reason);
  if (hardware && another !== undefined)
    return good(part, `not on this machine; ${another.encoder.name} makes ${codec} instead`);
  const hint = `This ffmpeg cannot make ${codec}: set FFMPEG_PATH to one with ${name}.`;
  if (another !== undefined) return limited(part, why, hint);
  return codec === 'h264' ? broken(part, why, hint) : limited(part, why, hint);
}

const firstLine = (text: string): string => text.split('\n')[0] ?? text;

/** Everything that a template draws with and that comes as packages. */
export function checkFonts(): Finding {
  const families = [...new Set(templates.flatMap(({ manifest }) => manifest.fonts.map((font) => font.family)))];
  const require = createRequire(import.meta.resolve('@reelyard/render-node/main.ts'));
  const missing = families.filter((family) => {
    try {
      require.resolve(`@fontsource/${family.toLowerCase().replaceAll(' ', '-')}/unicode.json`);
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0
    ? good(
        'Fonts',
        `${families.join(', ')}; Arabic, Hebrew, Devanagari, Thai, Japanese, Korean, Chinese and emoji as fallbacks (bundled)`,
      )
    : broken(
        'Fonts',
        `missing: ${missing.join(', ')}`,
        'Install the packages again: rm -rf node_modules, then any npm command of the farm.',
      );
}

export function checkMusic(): Finding {
  const files = [...tracks.map((track) => trackPath(track.id)), ...soundEffects.map((effect) => effectPath(effect))];
  const missing = files.filter((file) => !existsSync(file));
  return missing.length === 0
    ? good('Music', `${tracks.map((track) => track.title).join(', ')}; ${soundEffects.length} effects`)
    : broken('Music', `missing: ${missing.join(', ')}`, 'The checkout is not whole: git restore shared/media');
}

export function checkVoices(): Finding {
  const names = voices.map((voice) => `${voice.name} (${voice.locale}, ${voice.engine})`);
  return names.length > 0
    ? good('Voices', names.join(', '))
    : limited('Voices', 'none', 'Videos are made without narration.');
}
