package io.github.sessioncompression.survival;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Offer;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A message that offers something.
 *
 * @param reading its text
 * @param offer what it offers
 * @param speaker who offers it
 * @param source its number
 */
record Offering(TextReading reading, Offer offer, String speaker, long source) {
    /** The words of a part of it. */
    List<Word> words(Offer.Part part) {
        return reading.read(part.sentence()).words().words().subList(part.from(), part.to());
    }

    /** A part of it as it was said, without the mark of a question. */
    String text(Offer.Part part) {
        List<Word> words = words(part);
        return reading.text()
                .substring(words.get(0).start(), words.get(words.size() - 1).end())
                .replace('?', ' ')
                .strip();
    }

    /** All of the list if it is not long, or else what was chosen of it, under the labels that they have or would have. */
    String list(Offer.Chosen chosen) {
        List<Offer.Item> items = offer.list();
        int words = items.stream()
                .mapToInt(item -> item.part().to() - item.part().from())
                .sum();
        return items.stream()
                .filter(item -> words <= Offer.LONGEST_LIST || chosen.parts().contains(item.part()))
                .map(item -> item.label() + ". " + text(item.part()))
                .collect(Collectors.joining(", "))
                .replaceAll("\\s+", " ")
                .replace("; ", ", ");
    }

    StateItem.Origin origin() {
        return speaker.startsWith(Role.USER.name()) ? StateItem.Origin.USER : StateItem.Origin.ASSISTANT;
    }
}
