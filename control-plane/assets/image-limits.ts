/** A picture of the size of an 8K frame; bombs are made to lie just under the limits of libraries (reliability.md §1). */
export const maxInputPixels = 7_680 * 4_320;
/** The same for pictures that a capture node made: their sides were rounded up to whole pixels. */
export const maxCapturedPixels = Math.round(maxInputPixels * 1.02);
/** No side of a picture is longer: nothing that is meant to be looked at is. */
export const maxInputSidePx = 32_767;
export const maxImageBytes = 20 * 1024 * 1024;
/** The long side of what is stored: the width of a 4K frame. */
export const maxStoredSidePx = 3_840;
/** The long side that a drawing without pixels is rasterised to. */
export const svgLongSidePx = 2_048;
export const fetchTimeoutMs = 15_000;
/** For decoding and encoding anew; the largest picture that is taken needs about a second. */
export const decodeTimeoutMs = 10_000;
/** Decoding is CPU work: more at once would take the cores from everything else. */
export const maxConcurrentDecodes = 2;
export const maxConcurrentFetches = 8;
