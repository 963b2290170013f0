//! Random numbers from a seed.

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators"):
/// one addition and a mixing of bits a number, and the same everywhere.
#[derive(Debug, Clone)]
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `bound`: the upper bits of a product (Lemire 2019, "Fast Random
    /// Integer Generation in an Interval"), whose bias is below `bound`/2⁶⁴.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the upper half of the product is below the bound"
    )]
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // The first outputs for seed 1234567 as other implementations give them, among them the
        // reference vectors of Rosetta Code's "Pseudo-random numbers/Splitmix64".
        let mut generator = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| generator.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn below_reaches_every_number_evenly() {
        let mut generator = SplitMix64::new(1);
        let mut hits = [0_u32; 7];
        for _ in 0..70_000 {
            hits[generator.below(7)] += 1;
        }
        assert!(
            hits.iter().all(|hits| (9_600..10_400).contains(hits)),
            "{hits:?}"
        );
    }
}
