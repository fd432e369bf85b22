/** A picture of the size of an 8K frame; bombs are made to lie just under the limits of libraries (reliability.md §1). */
export const maxInputPixels = 7_680 * 4_320;
/** No side of a picture is longer: nothing that is meant to be looked at is. */
export const maxInputSidePx = 32_767;
export const maxImageBytes = 20 * 1024 * 1024;
/** The long side of what is stored: the width of a 4K frame. */
export const maxStoredSidePx = 3_840;
/** The long side that a drawing without pixels is rasterised to. */
export const svgLongSidePx = 2_048;
export const fetchTimeoutMs = 15_000;
export const decodeTimeoutSeconds = 10;
/** Decoding is CPU work on threads that file and name look-ups share. */
export const maxConcurrentDecodes = 2;
export const maxConcurrentFetches = 8;
