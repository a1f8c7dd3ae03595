/* lowered/containers.cpp - maps, sorting with a lambda, strings
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

int main()
{
    std::map<std::string, int> counts;
    std::string text = "the cat and the hat and the bat sat on the mat";
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find(' ', at), text.size());
        counts[text.substr(at, end - at)]++;
    }
    std::vector<std::pair<std::string, int>> list(counts.begin(), counts.end());
    std::sort(list.begin(), list.end(), [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    for (auto &[word, n] : list)
        std::printf("%s=%d ", word.c_str(), n);
    std::vector<unsigned> numbers(50);
    std::iota(numbers.begin(), numbers.end(), 3u);
    std::reverse(numbers.begin() + 10, numbers.end());
    std::printf("%u %u\n", std::accumulate(numbers.begin(), numbers.begin() + 20, 0u),
                *std::max_element(numbers.begin(), numbers.end()));
}
