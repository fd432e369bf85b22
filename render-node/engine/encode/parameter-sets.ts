import { createHash } from 'node:crypto';
import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny';

/** What a file holds, read from its packets and its codec configuration; nothing is decoded. */
export interface VideoFacts {
  readonly frameCount: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * SHA-256 over the codec string and its configuration record (for H.264 the avcC with SPS and PPS): streams with
   * equal hashes may be joined by stream copy.
   */
  readonly parameterSetsHash: string;
}

/** The configuration as mediabunny gives it; its own type comes with the DOM library. */
type CodecConfiguration = NonNullable<Awaited<ReturnType<InputVideoTrack['getDecoderConfig']>>>;

const hashOf = ({ codec, description }: CodecConfiguration): string => {
  const hash = createHash('sha256').update(codec);
  if (description === undefined) return hash.digest('hex');
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return hash.update(bytes).digest('hex');
};

/** Reads the first video track. Throws an Error where the file has none. */
export const videoFacts = async (path: string): Promise<VideoFacts> => {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('the file has no readable video track');
  const { packetCount } = await track.computePacketStats();
  return {
    frameCount: packetCount,
    widthPx: track.codedWidth,
    heightPx: track.codedHeight,
    parameterSetsHash: hashOf(config),
  };
};
